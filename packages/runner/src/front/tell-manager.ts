import type { Caller, erContract, ParamsIn } from '@tandem/contracts';
import type { Log } from '@tandem/platform';

type Manager = Caller<typeof erContract, 'toClient'>;
type Notice = Parameters<Manager['notify']>[0];

/** Tells the Workspace Manager something that nobody waits for: one that is gone need not know any more. */
export type TellManager = <N extends Notice>(method: N, params: ParamsIn<typeof erContract, N>) => void;

export function createTellManager(manager: Manager, log: Log): TellManager {
  return (method, params) => {
    manager.notify(method, params).catch((error: unknown) => {
      // A record about a record that could not be sent would have to be sent too.
      if (method !== 'er/logRecords') log.debug(`The Workspace Manager was not told "${method}"`, { error });
    });
  };
}
