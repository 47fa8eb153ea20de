import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { otlpHeaders, parseTokens } from './otlp-access.ts'

const good = fc.stringMatching(/^[A-Za-z0-9._~+/-]{16,40}={0,2}$/)
/** What can stand in a line after a token; no line break in any system's sense. */
const comment = fc.string({ unit: 'grapheme-ascii' }).filter(text => !/[\r\n\v\f]/.test(text))
/** The first word is short, or has what no token has. */
const bad = fc.oneof(fc.stringMatching(/^[a-z0-9]{1,15}$/), fc.stringMatching(/^[a-z0-9]{16,20}[,:"!$][a-z0-9]*$/))
const blank = fc.stringMatching(/^[ \t]{0,4}$/)

test('of any file, exactly the first words of lines are tokens, and lines that have none are named', () => {
  const line = fc.oneof(
    fc
      .record({ token: good, text: comment })
      .map(({ token, text }) => ({ token, faulty: false, text: `${token} ${text}` })),
    fc
      .record({ word: bad, text: comment })
      .map(({ word, text }) => ({ token: '', faulty: true, text: `${word}\t${text}` })),
    comment.map(text => ({ token: '', faulty: false, text: `#${text}` })),
    blank.map(text => ({ token: '', faulty: false, text })),
  )
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('\n', '\r\n'), (lines, end) => {
      const { tokens, faulty } = parseTokens(lines.map(({ text }) => text).join(end))
      expect(tokens).toEqual(lines.map(({ token }) => token).filter(token => token !== ''))
      expect(faulty).toEqual(lines.flatMap((each, i) => (each.faulty ? [i + 1] : [])))
    }),
  )
})

test('the first token of the file is sent, whatever it is at that moment', async () => {
  const file = tokensFile('# production\nfirst-of-the-tokens  shop\nsecond-of-the-tokens\n')
  const headers = otlpHeaders({ tokensFile: file })
  expect(await headers()).toEqual({ authorization: 'Bearer first-of-the-tokens' })
  writeFileSync(file, 'another-of-the-tokens\n')
  expect(await headers()).toEqual({ authorization: 'Bearer another-of-the-tokens' })
})

test('without the setting no header is sent', async () => {
  expect(await otlpHeaders({ tokensFile: '' })()).toEqual({})
})

test('a file without a token is a fault that shows nothing of it', async () => {
  const file = tokensFile('too-short\n')
  await expect(otlpHeaders({ tokensFile: file })()).rejects.toThrow(new Error(`${file} has no token`))
})

function tokensFile(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'errata-tokens-')), 'tokens')
  writeFileSync(file, text)
  return file
}
