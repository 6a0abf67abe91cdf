import * as z from 'zod';

/** Any JSON object: what a message carries for somebody else, unread. */
export const JsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof JsonObject>;
