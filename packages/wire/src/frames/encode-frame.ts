/** One Content-Length frame in one buffer, so that it goes out in one write. */
export function encodeFrame(
  json: string,
  options: { readonly contentType?: string | undefined } = {},
): Buffer {
  const length = Buffer.byteLength(json);
  const header = frameHeader(length, options.contentType);
  const frame = Buffer.allocUnsafe(header.length + length);
  frame.write(header, 'latin1');
  frame.write(json, header.length, 'utf8');
  return frame;
}

export function frameHeader(length: number, contentType: string | undefined): string {
  if (contentType === undefined) return `Content-Length: ${length}\r\n\r\n`;
  return `Content-Length: ${length}\r\nContent-Type: ${contentType}\r\n\r\n`;
}
