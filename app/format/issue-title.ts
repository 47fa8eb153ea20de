import { markTruncated } from './truncate.ts'

/** What every screen calls an issue and each of its events: the type, and the message where there is one. */
export interface IssueTitle {
  readonly type: string
  readonly message: string
}

/** @param otherwise what it is called where it has neither */
export function issueTitle(of: IssueTitle | undefined, otherwise: string): IssueTitle {
  const type = of?.type.trim() ?? ''
  const message = of === undefined ? '' : markTruncated(of.message.trim())
  return { type: type === '' && message === '' ? `Issue ${otherwise}` : type, message }
}

/** A title as text: `TypeError: x is undefined`. */
export const formatIssueTitle = ({ type, message }: IssueTitle) =>
  [type, message].filter(part => part !== '').join(': ')
