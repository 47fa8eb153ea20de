import type { ErrataApi } from '../client/errata-api.ts'
import type { Output } from '../output/output.ts'
import type { ExitCode } from './exit-code.ts'

/** An option of a command: `--name VALUE`, or without a value a switch. */
export interface Option {
  /** The word for the value in the help; absent for a switch. */
  readonly value?: string
  readonly description: string
}

export type Options = Readonly<Record<string, Option>>

/** Options that every command takes. */
export const COMMON_OPTIONS: Options = {
  json: { description: 'JSON, as the API answers.' },
  url: { value: 'URL', description: 'The address of Errata, instead of ERRATA_URL.' },
  help: { description: 'This help.' },
}

/** Options as they were given. */
export type Given<Taken extends Options> = {
  readonly [Name in keyof Taken]: Taken[Name] extends { readonly value: string } ? string | undefined : boolean
}

interface CommandBasics<Taken extends Options> {
  /** One word or two: `release compare`. */
  readonly name: string
  /** Its arguments in the help: `ID|URL`; '' for none. */
  readonly takes: string
  /** The least and the greatest number of arguments. */
  readonly count: readonly [least: number, most: number]
  /** A sentence. */
  readonly summary: string
  /** Further sentences of its own help. */
  readonly details?: string
  readonly options: Taken
  /** Texts that follow `npx errata`, each with what it does. */
  readonly examples: readonly (readonly [command: string, does: string])[]
}

export interface Asked {
  readonly api: ErrataApi
  readonly output: Output
}

/** A command, with options as text. */
export interface Command extends CommandBasics<Options> {
  run(
    asked: Asked,
    args: readonly string[],
    given: Readonly<Record<string, string | boolean | undefined>>,
  ): Promise<ExitCode>
}

interface CommandDefinition<Taken extends Options> extends CommandBasics<Taken> {
  run(asked: Asked, args: readonly string[], given: Given<Taken>): Promise<ExitCode>
}

/** Defines a command whose options have the types of its table. */
export const defineCommand = <const Taken extends Options>(command: CommandDefinition<Taken>): Command => ({
  ...command,
  run: (asked, args, given) => command.run(asked, args, given as Given<Taken>),
})

/** The command cannot be understood: a sentence for whoever typed it. */
export class UsageError extends Error {}
