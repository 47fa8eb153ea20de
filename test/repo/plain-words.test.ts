import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, REPOSITORY_DIR } from './list-files.ts'
import { identifiersStillThere, namesNotToUse, textsNotToUse, textsStillThere } from './plain-words.ts'

/** The last schema is a copy of what was released, and upgrade 0109 names the table that it renames. */
const leftOut = /^(?:test\/(?:repo\/plain-words|store\/last-schema\/)|store\/schema\/upgrades\/0109-)/
const files = listFiles().filter(file => /\.(tsx?|mjs|sql)$/.test(file) && !leftOut.test(file))
const texts = new Map(files.map(file => [file, readFileSync(join(REPOSITORY_DIR, file), 'utf8')]))
const roomOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.')

test.each(namesNotToUse)('%s is in no identifier, and where it still is in no more than before', name => {
  const pattern = new RegExp(`\\b${name}\\b`, 'g')
  const allowed = identifiersStillThere[name] ?? {}
  const counts = new Map<string, number>()
  for (const [file, text] of texts) {
    const found = text.match(pattern)?.length ?? 0
    if (found > 0) counts.set(roomOf(file), (counts.get(roomOf(file)) ?? 0) + found)
  }
  expect([...counts].filter(([room, count]) => count > (allowed[room] ?? 0))).toEqual([])
})

test.each(textsNotToUse)('no page says “%s”, or no more often than before', phrase => {
  const pages = [...texts].filter(([file]) => file.startsWith('app/') && !file.includes('.test.'))
  // Texts may be wrapped anywhere.
  const pattern = new RegExp(phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'), 'g')
  const count = pages.reduce((sum, [, text]) => sum + (text.match(pattern)?.length ?? 0), 0)
  expect(count).toBeLessThanOrEqual(textsStillThere[phrase] ?? 0)
})
