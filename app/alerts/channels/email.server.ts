import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { AlertMessage } from '../message/alert-message.ts'
import { cleanLine } from '../message/clean-text.ts'
import { writeMessage } from '../message/write-message.ts'
import { describeCode } from './guarded-fetch.server.ts'
import { writeMailHtml } from './mail-body.server.tsx'
import { withoutBrackets } from './reachable-address.server.ts'

/** `config.alerts.mail` */
export interface MailSettings {
  /** '' if no e-mail is sent. */
  readonly url: string
  readonly from: string
  /** Whether a password is sent over TLS or not at all. */
  readonly needsTls: boolean
}

/** Why an e-mail was not sent. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Of SMTP; 0 for none. */
  readonly status: number

  constructor(message: string, { status = 0, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
  }
}

const STEP_TIMEOUT_MS = 10_000
const MAIL_TIMEOUT_MS = 30_000
const MAX_SUBJECT_CHARS = 200

/**
 * Sends an e-mail through the mail server of the settings.
 *
 * @returns The status of SMTP.
 * @throws {MailError} When it may not have been sent. Its text has nothing of what the server answered.
 */
export async function sendMail(mail: MailSettings, to: readonly string[], message: AlertMessage): Promise<number> {
  const server = new URL(mail.url)
  const user = decodeURIComponent(server.username)
  const isSecure = server.protocol === 'smtps:'
  const transport = createTransport({
    host: withoutBrackets(server.hostname),
    port: server.port === '' ? (isSecure ? 465 : 587) : Number(server.port),
    secure: isSecure,
    requireTLS: user !== '' && mail.needsTls,
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(server.password) } }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    // Nothing of a message may name a file or an address that nodemailer would read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new MailError(`The mail server did not finish within ${MAIL_TIMEOUT_MS / 1_000} s.`)),
    MAIL_TIMEOUT_MS,
  )
  try {
    const sent = await Promise.race([transport.sendMail(writeMail(message, mail.from, to)), deadline.promise])
    return Number(/^\d{3}/.exec(sent.response)?.[0] ?? 250)
  } catch (error) {
    throw error instanceof MailError ? error : describeFailure(error)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

/** What is sent: the same text twice, plain and as HTML. Equal in all attempts, so that mail programs show a repetition once. */
export function writeMail(message: AlertMessage, from: string, to: readonly string[]) {
  const domain = /@([\w.-]+)>?$/.exec(from)?.[1] ?? 'errata.invalid'
  const thread = `<${hash(threadOf(message))}@${domain}>`
  return {
    from,
    // As objects: they are never read as lists of addresses.
    to: to.map(address => ({ name: '', address })),
    subject: cleanLine(`[Errata] ${message.title}`, MAX_SUBJECT_CHARS),
    text: `${writeMessage(message)}\n`,
    html: writeMailHtml(message),
    messageId: `<${hash(message.id)}@${domain}>`,
    inReplyTo: thread,
    references: [thread],
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** All messages of an issue are one conversation, else those of an episode. */
function threadOf({ id, events }: AlertMessage): string {
  const [first] = events
  const issue = first?.content.issue ?? ''
  if (issue !== '' && events.every(({ content }) => content.issue === issue)) return `issue ${issue}`
  return first === undefined ? id : `episode ${first.episode}`
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

function describeFailure(error: unknown): MailError {
  if (!(error instanceof Error)) return new MailError('Sending failed.', { cause: error })
  // What nodemailer adds. The text of its errors holds what the server said.
  const { code, originalCode, responseCode } = { code: '', originalCode: '', responseCode: 0, ...error }
  const status = typeof responseCode === 'number' ? responseCode : 0
  const because = (why: string) => new MailError(`The mail server ${why}`, { status, cause: error })
  if (code === 'EAUTH') return because('did not accept the user name and password of ERRATA_SMTP_URL.')
  if (status > 0 && code !== 'ETLS') return because(`refused the message with ${status}.`)
  if (code === 'ETIMEDOUT') return because(`did not answer within ${STEP_TIMEOUT_MS / 1_000} s.`)
  if (code === 'ETLS' && !originalCode)
    return because('offers no TLS, without which the password of ERRATA_SMTP_URL is not sent.')
  return because(describeCode(originalCode) ?? 'could not be reached.')
}
