/**
 * What a spreadsheet may run where a cell begins with it, in all widths; blanks before it do not
 * hinder some. A `|` starts a program in old ones.
 */
const STARTS =
  "\\s=+\\-@|\\u2212\\u207a-\\u207c\\u208a-\\u208c\\ufe62\\ufe63\\ufe66\\ufe6b\\uff0b\\uff0d\\uff1d\\uff20\\uff5c";

/** A cell that exports write behind an apostrophe, also behind those that it has already. */
export const FORMULA_CELL = new RegExp(`^'*[${STARTS}]`);

/** The apostrophe that an export has put there, which imports take away again. */
export const APOSTROPHE = new RegExp(`^'(?='*[${STARTS}])`);
