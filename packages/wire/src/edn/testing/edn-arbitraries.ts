import fc from 'fast-check';
import { isLetter } from '../characters.js';
import { EdnDecimal } from '../decimal.js';
import { findKeyword, findSymbol } from '../names.js';
import { ednFloat, ednRatio } from '../numbers.js';
import { EdnChar, EdnUuid } from '../scalars.js';
import { firstDuplicate } from '../structural-index.js';
import { EdnList, EdnMap, EdnSet, EdnTagged, type EdnValue } from '../values.js';

const nameText = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abz09*+!_?<>=/.$%&:-#'éψ\u00a0𝒳"), minLength: 1, maxLength: 8 }),
  fc.constantFrom('a', 'b', 'session-id', 'psi.graph/x', '/', 'a//'),
);

const keyword = nameText.map(findKeyword).filter((name) => name !== undefined);
const symbol = nameText.map(findSymbol).filter((name) => name !== undefined);

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'ab"\\\n\r\t\0\x7f\u2028\ud83d\ude00é') }),
);

const float = fc.oneof(fc.double(), fc.integer()).map(ednFloat);

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: -40, max: 40 }))
  .map(([digits, exponent]) => new EdnDecimal(`${digits}e${exponent}`));

const scalar: fc.Arbitrary<EdnValue> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  text,
  fc.maxSafeInteger(),
  fc.integer({ min: -3, max: 3 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
  float,
  decimal,
  fc
    .tuple(fc.bigInt({ min: -99n, max: 99n }), fc.bigInt({ min: 1n, max: 2n ** 70n }))
    .map(([n, d]) => ednRatio(n, d)),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((char) => char.length === 1 && !/\p{Cs}/u.test(char))
    .map((char) => new EdnChar(char)),
  keyword,
  symbol,
  fc.uuid().map((uuid) => new EdnUuid(uuid)),
  fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  }),
);

/** Any EDN value but plain objects. */
export const ednValue: fc.Arbitrary<EdnValue> = fc.letrec<{ value: EdnValue }>((tie) => {
  const items = fc.array(tie('value'), { maxLength: 12 });
  const distinct = items.map(withoutDuplicates);
  return {
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      { arbitrary: scalar, weight: 6 },
      items,
      items.map((list) => new EdnList(list)),
      distinct.map((list) => new EdnSet(list)),
      fc
        .tuple(distinct, fc.array(tie('value'), { minLength: 12, maxLength: 12 }))
        .map(([keys, values]) => new EdnMap(keys, values.slice(0, keys.length))),
      fc.tuple(symbol.filter(isUnknownTag), tie('value')).map(([tag, value]) => new EdnTagged(tag, value)),
    ),
  };
}).value;

/** What `maps: 'object'` gives: plain objects wherever every key is a keyword. */
export const ednRecord: fc.Arbitrary<EdnValue> = fc.letrec<{ value: EdnValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: scalar, weight: 3 },
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      keyword.map((name) => name.text),
      tie('value'),
      { maxKeys: 12 },
    ),
  ),
})).value;

function withoutDuplicates(list: readonly EdnValue[]): EdnValue[] {
  const kept = [...list];
  for (let at = firstDuplicate(kept); at !== -1; at = firstDuplicate(kept)) kept.splice(at, 1);
  return kept;
}

/** Clojure takes a tag that starts within Latin-1 only. */
function isUnknownTag({ text: tag }: { readonly text: string }): boolean {
  return tag.charCodeAt(0) < 256 && isLetter(tag.charCodeAt(0)) && tag !== 'inst' && tag !== 'uuid';
}
