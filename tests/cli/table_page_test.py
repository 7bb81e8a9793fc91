#!/usr/bin/env python3
"""usage: table_page_test.py ASSAY EXAMPLES: the page of a table, as text and, where one is installed, in a browser.

Exit status 77 (skipped) says that the structure is right and that no browser was found to draw it.
"""
import html.parser
import os
import shutil
import subprocess
import sys
import tempfile

BROWSERS = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class Page(html.parser.HTMLParser):
    """Tags that must close, the cells, and whatever would be fetched from outside."""

    empty = {"meta", "br", "link", "img"}

    def __init__(self):
        super().__init__()
        self.stack, self.faults, self.cells, self.outside = [], [], [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.outside += [f"{tag} {name}" for name in ("src", "href") if name in given]
        if tag in ("script", "iframe", "object", "embed", "img", "link"):
            self.outside.append(tag)
        if tag == "td":
            self.cells.append(given)
        if tag not in self.empty:
            self.stack.append(tag)

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")


def page_of(program, file, *options):
    done = subprocess.run([program, "table", file, "--format", "html", *options], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), (done.returncode, done.stderr)
    return done.stdout


def check_structure(text, expect_open, expect_disclosed):
    page = Page()
    page.feed(text)
    page.close()
    assert not page.faults and not page.stack, (page.faults, page.stack)
    assert not page.outside, page.outside
    assert "@import" not in text and "url(" not in text
    open_cells = [cell for cell in page.cells if "open" in cell.get("class", "").split()]
    assert len(open_cells) == expect_open, open_cells
    disclosed = [cell for cell in open_cells if "disclosed" in cell["class"].split()]
    assert len(disclosed) == expect_disclosed, disclosed
    for cell in open_cells:
        assert cell["title"].startswith(("range ", "disclosed: ")), cell
        assert "posterior" in cell["title"] and "kappa" in cell["title"], cell
        assert any(name[0] == "k" and name[1:].isdigit() for name in cell["class"].split()), cell
    return open_cells


def check_drawn(browser, text, open_cells):
    """The browser builds the same tree, and draws something that is not one colour."""
    with tempfile.TemporaryDirectory() as folder:
        file, picture = os.path.join(folder, "page.html"), os.path.join(folder, "page.png")
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
        common = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder]
        tree = subprocess.run([*common, "--dump-dom", "file://" + file], capture_output=True, text=True, timeout=120, check=True).stdout
        for cell in open_cells:
            assert cell["title"].split(";")[0] in tree, cell
        subprocess.run([*common, "--window-size=900,600", "--screenshot=" + picture, "file://" + file],
                       capture_output=True, timeout=120, check=True)
        assert os.path.getsize(picture) > 2000, "an empty picture"


def main():
    program, examples = sys.argv[1:]
    wages = page_of(program, os.path.join(examples, "wages.csv"))
    cells = check_structure(wages, 4, 0)
    accidents = page_of(program, os.path.join(examples, "accidents.csv"))
    check_structure(accidents, 1, 1)
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        print("the structure is right; no browser is installed, so nothing was drawn")
        return 77
    check_drawn(browser, wages, cells)
    print("drawn by", os.path.basename(browser))
    return 0


if __name__ == "__main__":
    sys.exit(main())
