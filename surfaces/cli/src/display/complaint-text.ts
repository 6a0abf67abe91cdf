import type { BrokenProject } from '../run/config-complaints.js';
import { visible, visibleLine } from './terminal-text.js';

/** Why a project cannot be used: where, what and what to do, in the form that editors and terminals can follow. */
export function complaintText({ project, complaints }: BrokenProject): string {
  return complaints
    .map(({ message, file, line, column, fix }) => {
      const place = [file ?? project.path, line, column].filter((part) => part !== undefined && part !== 0);
      const advice = fix === undefined ? '' : `    ${visible(fix)}\n`;
      return `  ${visibleLine(place.join(':'))}: ${visible(message)}\n${advice}`;
    })
    .join('');
}
