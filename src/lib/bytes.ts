const encoder = new TextEncoder();

/**
 * Whether a text is at most so many bytes of UTF-8. A UTF-16 unit is three at most, so that few
 * texts have to be encoded to know.
 */
export const fitsBytes = (text: string, most: number): boolean =>
  text.length * 3 <= most || encoder.encode(text).byteLength <= most;
