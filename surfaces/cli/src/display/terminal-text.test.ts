import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, truncate, visible, visibleLine } from './terminal-text.js';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['größe', 5],
    ['cafe\u0301', 4],
    ['日本', 4],
    ['한글', 4],
    ['👍', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['🇩🇪', 2],
    ['…✔', 2],
    ['\u200b', 0],
  ])('%j: %i', (text, width) => expect(displayWidth(text)).toBe(width));
});

describe('truncate', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly', 7, 'exactly'],
    ['too long', 5, 'too …'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['x', 0, ''],
  ])('%j to %i columns', (text, columns, expected) => expect(truncate(text, columns)).toBe(expected));

  it('always fits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, columns) => {
        expect(displayWidth(truncate(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('visible', () => {
  it.each([
    ['a\r\nb\tc', 'a\nb\tc'],
    ['\x1b[31mred\x1b[0m', '␛[31mred␛[0m'],
    ['\x9b31m', '\ufffd31m'],
    ['user\u202etxt.exe', 'user\ufffdtxt.exe'],
    ['bell\x07', 'bell␇'],
  ])('%j', (text, expected) => expect(visible(text)).toBe(expected));

  it('leaves nothing that a terminal obeys', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0x3000)), (codes) => {
        expect(visibleLine(String.fromCharCode(...codes))).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
      }),
    );
  });
});
