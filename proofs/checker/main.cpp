// The program assay-check: reads certificates, says of each whether every step of it follows.
#include <fstream>
#include <iostream>

#include <sys/resource.h>

#include "proofs/checker/check.hpp"

namespace {

using assay::checker::Json;

constexpr int all_proved = 0, one_refused = 1, unusable = 2;

/// Whatever the limits inside miss ends here: 4 GiB of memory.
void limit_resources() {
  const rlimit memory{rlim_t{4} << 30U, rlim_t{4} << 30U};
  setrlimit(RLIMIT_AS, &memory);
}

/// Prints the answer; whether it is a proof.
bool judge(const std::string& certificate) {
  Json answer;
  try {
    answer = assay::checker::check(certificate);
  } catch (const std::exception&) {
    answer = {{"proved", false}, {"reason", "the certificate needs more memory than the checker allows"}};
  }
  std::cout << answer.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  return answer["proved"];
}

bool blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

constexpr const char* usage =
    "usage: assay-check [FILE]\n"
    "Reads one certificate, or one a line (responses that carry one will do), from FILE or standard input.\n"
    "Prints one JSON object a certificate. Exit status: 0 all are proofs, 1 one is not, 2 nothing could be read.\n";

}  // namespace

int main(int argc, char** argv) {
  const std::string name = argc > 1 ? argv[1] : "-";
  if (argc > 2 || (name.size() > 1 && name.front() == '-')) {
    (name == "--help" ? std::cout : std::cerr) << usage;
    return name == "--help" ? 0 : unusable;
  }
  limit_resources();
  std::ifstream file;
  if (name != "-") file.open(name, std::ios::binary);
  std::istream& in = name == "-" ? std::cin : file;
  std::string text, line;
  while (blank(text) && std::getline(in, text)) continue;
  if (blank(text)) {
    std::cerr << "assay-check: nothing could be read from " << name << '\n';
    return unusable;
  }
  // A first line that is whole stands alone, and then every line does; else the text is one certificate.
  const bool by_lines = Json::accept(text);
  while (!by_lines && text.size() <= assay::checker::largest_text && std::getline(in, line)) text += "\n" + line;
  bool proved = judge(text);
  while (by_lines && std::getline(in, line)) proved = (blank(line) || judge(line)) && proved;
  return proved ? all_proved : one_refused;
}
