import type * as z from 'zod';
import { type NotificationSpec, notification, type Origin } from '../../core/contract.js';

interface TopicSpec<Payload extends z.ZodType> {
  readonly doc: string;
  readonly payload: Payload;
  readonly origin?: Origin;
}

const catalogue = '7) Event topic bridge mapping';
const peerCatalogue = 'Topics of real peers';

/** An event of the server. Its payload is the `:data` of the frame. */
export function topic<Payload extends z.ZodType>({
  doc,
  payload,
  origin = 'contract',
}: TopicSpec<Payload>): NotificationSpec<Payload, 'toClient'> {
  const section = origin === 'contract' ? catalogue : peerCatalogue;
  return notification({ direction: 'toClient', doc, params: payload, origin, section });
}
