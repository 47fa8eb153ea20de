import { z } from 'zod'
import type { Limits } from '../answer/limits.ts'
import { plural } from '../answer/plural.ts'
import { fromSender, type JsonObject } from '../answer/sources.ts'
import type { Draft, LeaveOut } from '../answer/write-answer.ts'
import { ToolError } from './tool.ts'

/** Parameters of tools that read a long text piece by piece. */
export const partShape = {
  part: z
    .string()
    .max(400)
    .optional()
    .describe('Reads one text of it piece by piece: message, stacktrace, body, attributes.NAME or resource.NAME.'),
  from: z.number().int().min(0).max(1e9).default(0).describe('Of such a part, the first character.'),
}

interface TextParts {
  readonly isBrowser: boolean
  /** By name. */
  readonly texts: Readonly<Record<string, string>>
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
}

interface AskedPart {
  readonly part: string
  readonly from: number
  /** The call that goes on, but for `from`; `undefined` where the part is named by a sender. */
  readonly more: (from: number) => string
}

/** A piece of one long text. @throws {ToolError} If there is no such part. */
export function draftPart(parts: TextParts, { part, from, more }: AskedPart): Draft {
  const text = findPart(parts, part)
  if (text === undefined) {
    throw new ToolError(
      `There is no such part. There are ${[...Object.keys(parts.texts), 'attributes.NAME', 'resource.NAME'].join(', ')}.`,
    )
  }
  return {
    write(limits, leaveOut) {
      // Characters of strangers can become ten, and twice as many as JSON.
      const piece = text.slice(from, from + limits.rows * PIECE_CHARS)
      const rest = text.length - from - piece.length
      return {
        from_desk: { from, characters: piece.length, of_characters: text.length },
        ...fromSender(parts.isBrowser, { text: piece }, Number.MAX_SAFE_INTEGER),
        ...(rest > 0 && leaveOut(plural(rest, 'character'), more(from + piece.length))),
      }
    },
  }
}

const PIECE_CHARS = 180

function findPart({ texts, attributes, resource }: TextParts, part: string): string | undefined {
  for (const [prefix, of] of [
    ['attributes.', attributes],
    ['resource.', resource],
  ] as const) {
    const name = part.slice(prefix.length)
    if (part.startsWith(prefix)) return Object.hasOwn(of, name) ? of[name] : undefined
  }
  return Object.hasOwn(texts, part) ? texts[part] : undefined
}

/** At most so many attributes, and how many more there are. */
export function tellAttributes(
  attributes: Readonly<Record<string, string>>,
  { limits, leaveOut, isBrowser, more, name }: AttributeOptions,
): JsonObject {
  const entries = Object.entries(attributes).filter(([key]) => !SHOWN_ELSEWHERE.test(key))
  const shown = entries.slice(0, limits.attributes)
  const told = fromSender(isBrowser, { [name]: Object.fromEntries(shown) }, Math.min(limits.text, MAX_ATTRIBUTE_CHARS))
  const hidden = entries.length - shown.length
  return { ...told, ...(hidden > 0 && leaveOut(`${hidden} of its ${name}`, more)) }
}

interface AttributeOptions {
  readonly limits: Limits
  readonly leaveOut: LeaveOut
  readonly isBrowser: boolean
  readonly more: string
  readonly name: 'attributes' | 'resource'
}

const MAX_ATTRIBUTE_CHARS = 500

/** Parts of the exception, which answers have as such. */
const SHOWN_ELSEWHERE = /^(?:errata\.(?:stack|react)\.|errata\.user_actions$|exception\.)/
