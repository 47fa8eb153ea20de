import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { type AttributeName, CONVENTIONS, type FurtherNames } from './conventions.ts'

/** Thrown by {@link readFurtherNames}; the message is one sentence that says what to do. */
export class ConventionsError extends Error {
  override readonly name = 'ConventionsError'
}

const RESOURCE = 'resource.'

const meanings = Object.keys(CONVENTIONS)
const noName = 'is no name of an attribute: up to 200 letters, digits and . _ - / @'
const list = z
  .array(z.string(noName).regex(/^[\w./@-]{1,200}$/, noName), 'must be a list of names of attributes')
  .optional()
const nameLists = z.strictObject(Object.fromEntries(meanings.map(meaning => [meaning, list])), {
  error: issue =>
    issue.code === 'unrecognized_keys'
      ? `${issue.keys.join(', ')} is none of what is read: ${meanings.join(', ')}`
      : 'must be lists of names of attributes, such as user: [acme.customer]',
})

/**
 * Reads the names of attributes that an operator adds, a YAML file: `user: [acme.customer, resource.acme.owner]`. `resource.` stands before
 * those of a resource.
 *
 * @param path '' for none.
 * @throws {ConventionsError} If the file cannot be read, or is not such a list.
 */
export function readFurtherNames(path: string): FurtherNames {
  if (path === '') return {}
  const read = nameLists.safeParse(readYaml(path))
  if (!read.success) {
    const { path: at = [], message = 'is not valid' } = read.error.issues[0] ?? {}
    const where = at.map(key => (typeof key === 'number' ? `name ${key + 1}` : String(key))).join(', ')
    throw new ConventionsError(`ERRATA_CONVENTIONS=${path}: ${where === '' ? '' : `${where} `}${message}.`)
  }
  return Object.fromEntries(Object.entries(read.data).map(([meaning, names]) => [meaning, (names ?? []).map(nameOf)]))
}

function nameOf(written: string): AttributeName {
  return written.startsWith(RESOURCE) ? { name: written.slice(RESOURCE.length), of: 'resource' } : { name: written }
}

function readYaml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8')) ?? {}
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)
    throw new ConventionsError(`ERRATA_CONVENTIONS=${path} cannot be read: ${reason}`, { cause })
  }
}
