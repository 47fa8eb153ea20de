import type { Scope } from '../../url/scope.ts'
import { CallCells } from './call-cells.tsx'
import type { ComparedCall } from './compare-previous.server.ts'
import { flattenCalls, sortByErrors } from './flatten-calls.ts'
import { ServiceNodeName } from './node-name.tsx'

interface CallTreeProps {
  /** Most calls first. */
  readonly calls: readonly ComparedCall[]
  readonly scope: Scope
}

const LEVEL_WIDTH = 14

/** The service map of a narrow screen: below each service what it calls, the highest share of errors first, as in the table. */
export function CallTree({ calls, scope }: CallTreeProps) {
  return (
    <div className="panel narrow-only">
      <table className="list call-tree fit">
        <caption className="visually-hidden">Calls, below each caller what it calls</caption>
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col" className="number col-duration">
              Calls
            </th>
            <th scope="col" className="number col-duration">
              Error rate
            </th>
            <th scope="col" className="number col-duration">
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          {flattenCalls(sortByErrors(calls)).map(({ depth, node, call, isRepeated }) => (
            <tr key={[call?.caller, node].map(of => `${of?.kind} ${of?.name}`).join(' ')}>
              <th scope="row">
                <div className="lead">
                  {depth > 0 && <svg className="levels" width={LEVEL_WIDTH * depth} aria-hidden="true" />}
                  <span>
                    <ServiceNodeName node={node} />
                    {isRepeated && <span className="beside">see above</span>}
                    {call && call.origin !== '' && <p className="under">errors from {call.origin}</p>}
                  </span>
                </div>
              </th>
              {call === undefined ? (
                <td className="number muted" colSpan={3} />
              ) : (
                <CallCells call={call} scope={scope} />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
