import type { AlertMessageItem } from './alert-message.ts'

/** What the telemetry tells of an event beyond what the event says. */
export interface Explanation {
  readonly facts: AlertMessageItem['facts']
  /** '' for none. */
  readonly code: string
  /** Paths of pages. */
  readonly links: readonly { readonly text: string; readonly path: string }[]
}

export const NO_EXPLANATION: Explanation = { facts: [], code: '', links: [] }

/** Facts of those that have a text. */
export const listFacts = (facts: Readonly<Record<string, string | undefined>>): Explanation['facts'] =>
  Object.entries(facts).flatMap(([name, text = '']) => (text === '' ? [] : { name, text }))

/** Runs a part of an explanation; `undefined` if it fails or takes too long. */
export type Attempt = <Part>(part: (signal: AbortSignal) => Promise<Part>) => Promise<Part | undefined>
