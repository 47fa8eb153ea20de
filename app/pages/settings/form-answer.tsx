import type { ReactNode } from 'react'
import { data } from 'react-router'
import { SECRET_HEADERS } from '../../http/secret-headers.ts'
import { Refusal } from '../../ui/feedback/refusal.tsx'

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
      <Refusal why={refused} />
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
