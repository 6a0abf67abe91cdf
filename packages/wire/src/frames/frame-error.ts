export type FrameErrorCode =
  | 'bad-header'
  | 'bad-length'
  | 'unsupported-charset'
  | 'header-too-long'
  | 'body-too-long'
  | 'line-too-long';

/** The bytes are not the frames that were agreed on; after it nothing in a Content-Length stream can be trusted. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  readonly code: FrameErrorCode;

  constructor(code: FrameErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
