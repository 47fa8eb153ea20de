import type { CSSProperties } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AlertMessage, AlertMessageItem } from '../message/alert-message.ts'
import { describeFooter, describeMore } from '../message/write-message.ts'

/** The HTML of an e-mail: without images, scripts or style sheets, so that nothing is loaded when it is read. */
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
      </head>
      <body style={BODY}>
        <h1 style={HEADING}>
          <a href={message.url}>{message.title}</a>
        </h1>
        {message.items.map(item => (
          <Item key={`${item.url} ${item.label}`} item={item} />
        ))}
        {more !== '' && (
          <p>
            <a href={message.url}>{more}</a>
          </p>
        )}
        {describeFooter(message).map(line => (
          <p key={line} style={SMALL}>
            {line}
          </p>
        ))}
      </body>
    </html>
  )
}

function Item({ item: { label, why, url, facts, code, links } }: { readonly item: AlertMessageItem }) {
  return (
    <section>
      <h2 style={LABEL}>
        <a href={url}>{label}</a>
      </h2>
      {why !== '' && <p style={TIGHT}>{why}</p>}
      {facts.length > 0 && (
        <table style={TIGHT}>
          <tbody>
            {facts.map(({ name, text }) => (
              <tr key={name}>
                <th scope="row" style={NAME}>
                  {name}
                </th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {code !== '' && <pre style={CODE}>{code}</pre>}
      <p style={TIGHT}>
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

/* Mail programs read no style sheets. Without colours, text is as the program shows it, light or dark. */
const BODY: CSSProperties = {
  fontFamily: 'system-ui, sans-serif',
  fontSize: '14px',
  lineHeight: 1.4,
  maxWidth: '44rem',
}
const HEADING: CSSProperties = { fontSize: '17px', margin: '0 0 12px' }
const LABEL: CSSProperties = { fontSize: '14px', margin: '16px 0 4px' }
const TIGHT: CSSProperties = { margin: '4px 0' }
const NAME: CSSProperties = { textAlign: 'left', verticalAlign: 'top', fontWeight: 'normal', paddingRight: '12px' }
const CODE: CSSProperties = { margin: '8px 0', whiteSpace: 'pre-wrap', fontSize: '13px' }
const SMALL: CSSProperties = { margin: '12px 0 0', fontSize: '12px' }
