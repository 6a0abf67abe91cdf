import type { Endpoint } from './connection.js';

/** Connections of one user that touch a port, one field per line, numbers instead of names. */
export function lsofArguments(clientPort: number, userId: number): string[] {
  return ['-n', '-P', '-a', '-u', String(userId), `-iTCP:${clientPort}`, '-F', 'n'];
}

/** Looks for `nCLIENT->SERVER`, the client's end; our own end reads the other way round. */
export function lsofShowsClient(output: string, server: Endpoint, client: Endpoint): boolean {
  const wanted = `${spelled(client)}->${spelled(server)}`;
  return output.split('\n').some((line) => line.startsWith('n') && normalised(line.slice(1)) === wanted);
}

function spelled({ address, port }: Endpoint): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain}]:${port}` : `${plain}:${port}`;
}

function normalised(name: string): string {
  return name.replace(/\[::ffff:(\d[\d.]*)\]/gi, '$1');
}
