import type { KnownChannel } from '../channel.ts'
import type { AlertMessage } from '../message/alert-message.ts'

/** What became of an attempt to send. Never has anything of what the receiver answered but its status. */
export type SendResult =
  | { readonly state: 'sent'; readonly status: number; readonly durationMs: number }
  | {
      readonly state: 'failed'
      /** HTTP or SMTP status; 0 if there was none. */
      readonly status: number
      readonly durationMs: number
      /** In words, naming the setting that would allow it where there is one. */
      readonly reason: string
      /** How long the receiver asked to wait, at most an hour; `undefined` if it did not. */
      readonly retryAfterMs: number | undefined
      /** Another attempt would fail too. */
      readonly isFinal: boolean
    }

/** Sends messages to channels. One for each process. */
export interface Sender {
  /**
   * Sends a message once. It never throws: what goes wrong is the result.
   *
   * @param message.id Equal in all attempts: receivers tell by it that they know a message.
   */
  send(channel: KnownChannel, message: AlertMessage): Promise<SendResult>
  close(): Promise<void>
}
