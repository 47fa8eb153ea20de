import type { ReactNode } from 'react'
import { data } from 'react-router'

/** Headers of an answer with a secret. It is not compressed: its length must not tell of the secret. */
const SECRET_HEADERS = { 'cache-control': 'no-store, no-transform' }

/** Answers a form with something that is shown once. */
export const secretAnswer = <Answer,>(answer: Answer) => data(answer, { headers: SECRET_HEADERS })

interface FormAnswerProps {
  /** Why the form was refused; '' if it was not. */
  readonly refused: string
  /** A link or token that is shown once; '' for none. */
  readonly secret: string
  /** Says what to do with the secret. */
  readonly children: ReactNode
}

/** Shows what a form of the settings was answered. */
export function FormAnswer({ refused, secret, children }: FormAnswerProps) {
  return (
    <>
      {refused && (
        <p role="alert" className="notice bad-notice">
          {refused}
        </p>
      )}
      {secret && (
        <div role="status" className="notice good-notice">
          <p>{children}</p>
          <p className="break">
            <code>{secret}</code>
          </p>
        </div>
      )}
    </>
  )
}
