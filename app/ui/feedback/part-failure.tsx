import type { Outage } from './outage.ts'

interface PartFailureProps {
  /** Names the part that could not be loaded, as the start of a sentence: `These issues`. */
  readonly what: string
  readonly outage: Outage | undefined
  readonly again: () => void
}

/** Says that a part of a page could not be loaded, and why if the app knows. */
export function PartFailure({ what, outage, again }: PartFailureProps) {
  return (
    <p className="notice warn-notice" role="alert">
      {what} could not be loaded. {outage?.what}{' '}
      <button type="button" onClick={again}>
        Try again
      </button>
    </p>
  )
}
