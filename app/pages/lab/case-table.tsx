import { Form, Link } from 'react-router'
import type { LabCase } from './cases.ts'

interface CaseTableProps {
  readonly caption: string
  readonly cases: readonly LabCase[]
  /** Message of the errors; `''` for the default of each case. */
  readonly say: string
}

/** A row for each case, with all ways to cause it. */
export function CaseTable({ caption, cases, say }: CaseTableProps) {
  const query = say === '' ? '' : `?${new URLSearchParams({ say })}`
  return (
    <div className="panel">
      <table className="list cases">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{caption}</th>
            <th scope="col" className="ways">
              Trigger
            </th>
            <th scope="col" className="wide-only third">
              Visible result
            </th>
          </tr>
        </thead>
        <tbody>
          {cases.map(({ name, breaks, shows, ways }) => {
            const to = `/lab/fail/${name}${query}`
            return (
              <tr key={name}>
                <th scope="row">
                  <span className="title">{breaks}</span>
                  <div className="under">
                    <code>{name}</code>
                    <span className="narrow-only">{shows}</span>
                  </div>
                </th>
                <td>
                  <div className="button-row">
                    {ways.includes('get') && (
                      <a className="button" href={to}>
                        Open<span className="visually-hidden"> {name}</span>
                      </a>
                    )}
                    {ways.includes('navigate') && (
                      <Link className="button" to={to}>
                        Navigate<span className="visually-hidden"> to {name}</span>
                      </Link>
                    )}
                    {ways.includes('post') && (
                      <Form method="post" action={to}>
                        <button type="submit">
                          Send<span className="visually-hidden"> {name}</span>
                        </button>
                      </Form>
                    )}
                  </div>
                </td>
                <td className="wide-only muted">{shows}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
