import { markCutCharacter } from './truncate.ts'

/** The title of an issue and of its events on all pages: the type, and the message if there is one. */
export interface IssueTitle {
  readonly type: string
  readonly message: string
}

/** @param otherwise The title if it has neither. */
export function issueTitle(of: IssueTitle | undefined, otherwise: string): IssueTitle {
  const type = of?.type.trim() ?? ''
  const message = of === undefined ? '' : markCutCharacter(of.message.trim())
  return { type: type === '' && message === '' ? `Issue ${otherwise}` : type, message }
}

/** A title as text: `TypeError: x is undefined`. */
export const formatIssueTitle = ({ type, message }: IssueTitle) =>
  [type, message].filter(part => part !== '').join(': ')

/** The same for a row: `PaymentDeclinedException: no funds`. */
export const shortIssueTitle = ({ type, message }: IssueTitle) =>
  formatIssueTitle({ type: shortType(type), message: shortMessage(message) })

/** What would take the place of the name of a file in a cut line. */
const BEFORE_FILE = /https?:\/\/[^\s?#]*\/(?=[^\s/?#]+\.\w)/g

/** A message for a row: `Failed to import …/checkout.js`. */
export const shortMessage = (message: string) => message.replace(BEFORE_FILE, '…/')

/** A type without its package: `PaymentDeclinedException` for `com.example.checkout.PaymentDeclinedException`. */
export const shortType = (type: string) => /^[\w$]+\.[\w$.]+\.([\w$]+)$/.exec(type)?.[1] ?? type
