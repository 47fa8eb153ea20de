import type { AlertMessage, AlertMessageItem } from '../message/alert-message.ts'
import { escapeWithin } from '../message/clean-text.ts'
import { describeFooter, describeMore, repeatsTitle, writeMessage } from '../message/write-message.ts'

/** Slack allows 3,000 characters a section and 50 blocks, and answers more than some 13,000 in all with an error. */
const MAX_SECTION_CHARS = 2_900
const MAX_ITEMS_CHARS = 9_000
const MAX_TEXT_CHARS = 3_000

/**
 * The body for an incoming webhook of Slack, and for those who take the same, such as Mattermost, Rocket.Chat, and Discord at `/slack`. Those
 * that ignore `blocks` show `text`, which says it all.
 *
 * @see https://docs.slack.dev/messaging/formatting-message-text
 */
export function writeSlackMessage(message: AlertMessage): object {
  const perItem = Math.min(MAX_SECTION_CHARS, Math.floor(MAX_ITEMS_CHARS / Math.max(1, message.items.length)))
  const footer = escapeWithin(describeFooter(message).join('\n'), escapeSlack, 2_000)
  const more = describeMore(message)
  const last = [more === '' ? '' : link(more, message.url), footer].filter(Boolean).join('\n')
  return {
    text: escapeWithin(writeMessage(message), escapeSlack, MAX_TEXT_CHARS),
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      section(`*${link(message.title, message.url, 1_200)}*`),
      ...message.items
        .map(item => writeItem(item, { maxChars: perItem, isNamed: repeatsTitle(message, item) }))
        // Slack refuses an empty section.
        .flatMap(text => (text === '' ? [] : section(text))),
      ...(last === '' ? [] : [{ type: 'context', elements: [mrkdwn(last)] }]),
    ],
  }
}

interface ItemOptions {
  readonly maxChars: number
  /** The title has named it. */
  readonly isNamed: boolean
}

function writeItem(item: AlertMessageItem, { maxChars, isNamed }: ItemOptions): string {
  const { label, why, url, facts, code, links } = item
  const linked = links.map(({ text, url }) => link(text, url)).join(' · ')
  const head = [`*${link(label, url, 400)}*`, escapeWithin(why, escapeSlack, 600)].filter(Boolean).join('\n')
  let text = isNamed ? '' : head
  // What does not fit is left out as a whole: a cut link would be markup that does not end.
  const add = (part: string, reserved = 0) => {
    if (part !== '' && text.length + 1 + part.length + reserved <= maxChars)
      text = text === '' ? part : `${text}\n${part}`
  }
  for (const { name, text: fact } of facts) add(escapeSlack(`${name}: ${fact}`), linked.length + 1)
  const room = maxChars - text.length - linked.length - 10
  if (code !== '' && room > 80) add(`\`\`\`${escapeWithin(code, escapeCode, room - 8)}\`\`\``, linked.length + 1)
  add(linked)
  return text
}

const section = (text: string) => ({ type: 'section', text: mrkdwn(text) })

/** `verbatim`: names of channels and URLs in it stay text. */
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text, verbatim: true })

const link = (text: string, url: string, maxChars = 300) =>
  `<${url.replace(/[<>|\s]/g, encodeURIComponent)}|${escapeWithin(text, escapeSlack, maxChars)}>`

/**
 * Slack reads markup, also `<!channel>`, within `<` and `>` alone. Others who take its messages tell everybody for `@channel` and the like, so
 * that those get a character without width.
 */
export const escapeSlack = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=(?:channel|here|all|everyone)\b)/gi, '@\u200B')

const escapeCode = (text: string) => escapeSlack(text.replaceAll('``', '`\u200B`'))
