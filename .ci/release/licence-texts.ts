import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of a package's licence; '' if its folder has none, or is not there. */
export function readLicence(folder: string): string {
  try {
    const file = readdirSync(folder).find(name => /^(licen[sc]e|copying)/i.test(name))
    return file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

/** Who has the rights, as the licence says: its lines that begin with Copyright, without those of the licence's own text. */
export function copyrightLines(text: string): string[] {
  const lines = text
    .split('\n')
    .map(line => line.replace(/^[\s*#/>-]+/, '').trim())
    .filter(line => /^(copyright|\(c\)|©)/i.test(line) && /\d{4}|authors|contributors/i.test(line))
    .filter(line => !/\[yyyy\]|\{yyyy\}|copyright (notice|owner|holder|law|and |statement|license)/i.test(line))
  return [...new Set(lines)]
}

/** Names a licence by what only its text has, as SPDX does; `undefined` for one that is not known here. */
export function identifyLicence(text: string): string | undefined {
  const words = text.replaceAll(/\s+/g, ' ')
  return known.find(([, phrase]) => phrase.test(words))?.[0]
}

/** The first that matches holds. */
const known: readonly (readonly [string, RegExp])[] = [
  ['Apache-2.0', /Apache License,? Version 2\.0/i],
  ['MPL-2.0', /Mozilla Public License,? (Version|v\.) ?2\.0/i],
  ['BSD-3-Clause', /Redistribution and use.*(Neither the name|may be used to endorse|names? of (its|the) )/i],
  ['BSD-2-Clause', /Redistribution and use in source and binary forms/i],
  ['ISC', /Permission to use, copy, modify, and(\/or)? distribute this software for any purpose/i],
  ['MIT', /Permission is hereby granted, free of charge/i],
  ['Unlicense', /This is free and unencumbered software/i],
]
