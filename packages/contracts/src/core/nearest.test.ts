import { expect, test } from 'vitest';
import { nearest } from './nearest.js';

const methods = ['actions/run', 'actions/runBatch', 'workspace/addDir', 'runners/list'];

function check(name: string, expected: string | undefined): void {
  expect(nearest(name, methods)).toBe(expected);
}

test('finds what was meant', () => {
  check('actions/rnu', 'actions/run');
  check('action/run', 'actions/run');
  check('actions/runbatch', 'actions/runBatch');
  check('workspace/add_dir', 'workspace/addDir');
});

test('suggests nothing for what is like nothing', () => {
  check('textDocument/didSave', undefined);
  check('', undefined);
  check('x', undefined);
  check('a'.repeat(1_000_000), undefined);
  expect(nearest('anything', [])).toBeUndefined();
});
