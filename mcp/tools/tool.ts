import { z } from 'zod'
import { DEFAULT_MAX_CHARS, type Draft, LEAST_CHARS, MOST_CHARS } from '../answer/write-answer.ts'
import type { AskedDesk } from '../ask/desk.ts'

/** One tool: what it takes, and what it answers. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  /** True if it changes something. */
  readonly writes: boolean
  run(desk: AskedDesk, input: unknown): Promise<Draft>
}

interface ToolDefinition<Shape extends Record<string, z.ZodType>> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Shape
  readonly writes?: boolean
  run(desk: AskedDesk, input: z.output<z.ZodObject<Shape>>): Promise<Draft>
}

/** Defines a tool whose input has the types of its schema, and which can be told how long its answer may be. */
export function defineTool<Shape extends Record<string, z.ZodType>>({
  run,
  input,
  writes = false,
  ...basics
}: ToolDefinition<Shape>): Tool {
  return {
    ...{ ...basics, writes },
    input: z.strictObject({ ...input, max_characters: maxCharacters }),
    // The server has parsed it by the schema above.
    run: (desk, parsed) => run(desk, parsed as z.output<z.ZodObject<Shape>>),
  }
}

const maxCharacters = z
  .number()
  .int()
  .min(LEAST_CHARS)
  .max(MOST_CHARS)
  .default(DEFAULT_MAX_CHARS)
  .describe('The most characters of the answer.')

/** The call cannot be understood: a sentence for the agent. */
export class ToolError extends Error {}

/** Parameters of several tools. */
export const since = z.enum(['15m', '1h', '6h', '24h', '7d', '14d', '90d']).describe('A time that ends now.')
export const name = z.string().max(1_024)
export const reference = z.string().min(1).max(4_000)
