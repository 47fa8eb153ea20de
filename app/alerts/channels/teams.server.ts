import type { AlertMessage, AlertMessageItem } from '../message/alert-message.ts'
import { describeFooter, describeMore, repeatsTitle } from '../message/write-message.ts'

/** Teams refuses messages of more than 28 KB. Characters that JSON or UTF-8 write with several bytes count as such. */
const MAX_BYTES = 26_000

/**
 * The body for a workflow of Microsoft Teams, "When a Teams webhook request is received": an adaptive card. What strangers wrote stands only
 * in runs of text, which Teams shows as they are; elsewhere it would read Markdown.
 *
 * @see https://adaptivecards.io/explorer/TextRun.html
 */
export function writeTeamsMessage(message: AlertMessage): object {
  // Rarely are ten items with all that is known of them larger; then they are cut from the last on.
  for (let items = message.items.length; items > 0; items--) {
    for (const hasDetails of [true, false]) {
      const card = writeCard(message, { items, hasDetails })
      if (Buffer.byteLength(JSON.stringify(card)) <= MAX_BYTES) return card
    }
  }
  return writeCard(message, { items: 0, hasDetails: false })
}

function writeCard(message: AlertMessage, { items, hasDetails }: { items: number; hasDetails: boolean }): object {
  const shown = message.items.slice(0, items)
  const more = describeMore({ more: message.more + message.items.length - items })
  const footer = describeFooter(message)
  const [only] = message.items
  const links = message.items.length === 1 ? (only?.links ?? []) : []
  return {
    type: 'message',
    summary: message.title,
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          fallbackText: message.title,
          msteams: { width: 'Full' },
          body: [
            text([{ text: message.title, weight: 'Bolder', size: 'Medium' }]),
            ...shown.flatMap(item => writeItem(item, { hasDetails, isNamed: repeatsTitle(message, item) })),
            ...(more === '' ? [] : [text([{ text: more }])]),
            ...(footer.length === 0 ? [] : [text([{ text: footer.join('\n'), isSubtle: true, size: 'Small' }])]),
          ],
          actions: [{ text: 'Open in Errata', url: message.url }, ...links]
            .slice(0, MAX_ACTIONS)
            .map(({ text, url }) => ({ type: 'Action.OpenUrl', title: text, url })),
        },
      },
    ],
  }
}

/** Teams shows six. */
const MAX_ACTIONS = 6

interface ItemOptions {
  readonly hasDetails: boolean
  /** The title has named it. */
  readonly isNamed: boolean
}

function writeItem(item: AlertMessageItem, { hasDetails, isNamed }: ItemOptions): object[] {
  const { label, why, url, facts, code } = item
  const details = hasDetails
    ? [
        ...facts.map(({ name, text: fact }) => text([{ text: `${name}: `, isSubtle: true }, { text: fact }])),
        ...(code === '' ? [] : [text([{ text: code, fontType: 'Monospace', size: 'Small' }])]),
      ]
    : []
  const items = [
    ...(isNamed ? [] : [text([{ text: label, weight: 'Bolder' }])]),
    ...(isNamed || why === '' ? [] : [text([{ text: why }])]),
    ...details.map(detail => ({ ...detail, spacing: 'Small' })),
  ]
  if (items.length === 0) return []
  return [{ type: 'Container', separator: true, selectAction: { type: 'Action.OpenUrl', title: 'Open', url }, items }]
}

interface Run {
  readonly text: string
  readonly weight?: 'Bolder'
  readonly size?: 'Small' | 'Medium'
  readonly isSubtle?: boolean
  readonly fontType?: 'Monospace'
}

const text = (runs: readonly Run[]) => ({
  type: 'RichTextBlock',
  inlines: runs.map(run => ({ type: 'TextRun', ...run })),
})
