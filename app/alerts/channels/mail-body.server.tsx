import { renderToStaticMarkup } from 'react-dom/server'
import type { AlertMessage, AlertMessageItem } from '../message/alert-message.ts'
import { describeFooter, describeMore, repeatsTitle } from '../message/write-message.ts'

/** The HTML of an e-mail: without images and scripts, so that nothing is loaded when it is read. */
export const writeMailHtml = (message: AlertMessage): string =>
  `<!doctype html>${renderToStaticMarkup(<MailBody message={message} />)}`

function MailBody({ message }: { readonly message: AlertMessage }) {
  const more = describeMore(message)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>{message.title}</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <h1>
          <a href={message.url}>{message.title}</a>
        </h1>
        {message.items.map(item => (
          <Item key={`${item.url} ${item.label}`} item={item} isNamed={repeatsTitle(message, item)} />
        ))}
        {more !== '' && (
          <p>
            <a href={message.url}>{more}</a>
          </p>
        )}
        {describeFooter(message).map(line => (
          <p key={line} className="small">
            {line}
          </p>
        ))}
      </body>
    </html>
  )
}

interface ItemProps {
  readonly item: AlertMessageItem
  /** The title has named it. */
  readonly isNamed: boolean
}

function Item({ item: { label, why, url, facts, code, links }, isNamed }: ItemProps) {
  return (
    <section>
      {!isNamed && (
        <h2>
          <a href={url}>{label}</a>
        </h2>
      )}
      {!isNamed && why !== '' && <p>{why}</p>}
      {facts.length > 0 && (
        <table>
          <tbody>
            {facts.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {code !== '' && <pre>{code}</pre>}
      <p>
        {links.map((link, i) => (
          <span key={link.url}>
            {i > 0 && ' · '}
            <a href={link.url}>{link.text}</a>
          </span>
        ))}
      </p>
    </section>
  )
}

/* Without colours, text is as the mail program shows it, light or dark; one that reads no style sheet shows plain HTML. */
const STYLES = `
body { font: 14px/1.4 system-ui, sans-serif; max-width: 44rem }
h1 { font-size: 17px }
h2 { font-size: 14px; margin: 16px 0 4px }
p, table { margin: 4px 0 }
th { text-align: left; vertical-align: top; font-weight: normal; padding-right: 12px }
pre { font-size: 13px; white-space: pre-wrap; margin: 8px 0 }
.small { font-size: 12px; margin-top: 12px }
`
