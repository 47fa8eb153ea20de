import type { Restart } from '../../../store/pipeline/list-restarts.ts'
import { RelativeTime } from '../../ui/times/timestamp.tsx'

/** The restarts that the supervisor of `npm start` reported, with their reasons. */
export function RestartsTable({ restarts, nowMs }: { readonly restarts: readonly Restart[]; readonly nowMs: number }) {
  return (
    <div className="panel">
      <table className="list wraps">
        <thead>
          <tr>
            <th scope="col" className="col-when">
              Process
            </th>
            <th scope="col" className="col-when">
              Restarted
            </th>
            <th scope="col">Reason</th>
          </tr>
        </thead>
        <tbody>
          {restarts.map(({ atNs, process, reason }) => (
            <tr key={`${atNs} ${process}`}>
              <th scope="row">{process}</th>
              <td className="muted nowrap">
                <RelativeTime atNs={atNs} nowMs={nowMs} />
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
