/** A well-formed frame around `body`, in the plainest spelling; checks that test other spellings write their own headers. */
export function frame(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body);
  return frameWithHeaders([`Content-Length: ${bytes.length}`], bytes);
}

/** The header lines exactly as given, then the body. */
export function frameWithHeaders(headers: readonly string[], body: string | Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${headers.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}
