import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showBeginning, showText } from './show-text.ts'

test.each([
  ['escape sequence', '\u001b[31mred', '\\u{1b}[31mred'],
  ['right-to-left override', 'user\u202Egnp.exe', 'user\\u{202e}gnp.exe'],
  ['isolate', '\u2066x\u2069', '\\u{2066}x\\u{2069}'],
  ['zero width', 'pass\u200Bword\u{FEFF}', 'pass\\u{200b}word\\u{feff}'],
  ['tag characters', 'a\u{E0069}\u{E0067}', 'a\\u{e0069}\\u{e0067}'],
  ['variation selectors', 'x\uFE0F\u{E0100}', 'x\\u{fe0f}\\u{e0100}'],
  ['half of a pair', 'x\uD83D', 'x\\u{d83d}'],
  ['carriage return', 'a\rb', 'a\\u{d}b'],
  ['separator of lines', 'a\u2028b', 'a\\u{2028}b'],
  ['filler that is not drawn', 'a\u3164b', 'a\\u{3164}b'],
  ['image', '![x](https://evil.example/?q=1)', '!\\[x]\\(https://evil.example/?q=1)'],
  ['link', '[click](https://evil.example)', '[click]\\(https://evil.example)'],
  ['definition of a link', '[1]: https://evil.example', '[1]\\: https://evil.example'],
  ['image of HTML', '<img src="//evil.example">', '<\\img src="//evil.example">'],
  ['link of HTML', '</A href=x>', '<\\/A href=x>'],
  ['address in brackets', '<https://evil.example>', '<\\https://evil.example>'],
  ['end of a fence', '</from_browser 00>', '<\\/from_browser 00>'],
])('shows %s', (_, text, shown) => {
  expect(showText(text)).toBe(shown)
})

test.each([
  ['lines and tabs', 'a\n\tb'],
  ['code', 'const x: Map<string, Array<number>> = rows[0][1] // a < b'],
  ['a frame', 'at new Promise (<anonymous>)'],
  ['an address', 'https://shop.example/cart?id=7'],
  ['letters of all languages', 'Ünal 価格 🙂'],
])('keeps %s', (_, text) => {
  expect(showText(text)).toBe(text)
})

const UNSEEN = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const LINK = /!\[|\]\(|<\/?(?:img\b|from_)/i
/** Texts in which the signs that matter come more often than by chance. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '![',
        '](',
        '[',
        ']',
        '<',
        '</',
        'img',
        'from_browser',
        '\\',
        '`',
        '"',
        '\n',
        '\u202E',
        '\u{E0041}',
        '\uD83D',
        'u{',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 40 },
  )
  .map(parts => parts.join(''))

test('a cut makes no element of what was none', () => {
  expect(showBeginning('a <imgs> b', 6)).toEqual({ beginning: 'a ', characters: 10 })
})

test('whatever is shown has nothing unseen and no link', () => {
  fc.assert(
    fc.property(hostile, text => {
      const shown = showText(text)
      expect(shown).not.toMatch(UNSEEN)
      expect(shown).not.toMatch(LINK)
    }),
    { numRuns: 2_000 },
  )
})

test('a beginning has at most so many characters, and tells how many there are', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 60 }), (text, most) => {
      const shown = showBeginning(text, most)
      if (typeof shown === 'string') expect(shown).toBe(showText(text))
      else {
        expect(shown.beginning.length).toBeLessThanOrEqual(most)
        expect(shown.characters).toBe(text.length)
        expect(shown.beginning).not.toMatch(UNSEEN)
        expect(shown.beginning).not.toMatch(LINK)
      }
    }),
    { numRuns: 2_000 },
  )
})
