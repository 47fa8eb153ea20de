import { formatAmount, formatShare } from '../../format/amount.ts'
import type { Change, ShareOfTotal } from '../../insights/change.ts'
import { ShareOfCount } from '../../ui/numbers/share.tsx'
import type { BrowserSessions } from './order-regressions.ts'

interface ReleaseBrowsersProps {
  readonly browsers: readonly BrowserSessions[]
  /** What the release is compared with. */
  readonly baseline: string
}

/** The share of sessions without a crash by browser, compared with an earlier release. */
export function ReleaseBrowsers({ browsers, baseline }: ReleaseBrowsersProps) {
  if (browsers.length === 0) return null
  return (
    <section className="section" aria-labelledby="by-browser">
      <h2 id="by-browser">Crash-free sessions by browser</h2>
      <div className="panel">
        <table className="list fit">
          <thead>
            <tr>
              <th scope="col">Browser</th>
              <th scope="col" className="number">
                Crash-free
              </th>
              <th scope="col" className="number wide-only">
                In {baseline}
              </th>
              <th scope="col" className="number">
                Change
              </th>
            </tr>
          </thead>
          <tbody>
            {browsers.map(({ browser, crashFree, crashFreeBefore, compared }) => (
              <tr key={browser}>
                <th scope="row" title={browser}>
                  {browser}
                </th>
                <td className="number">
                  <ShareOfCount {...crashFree} none="–" />
                  {crashFreeBefore.whole > 0 && (
                    <p className="narrow-only">
                      <span className="muted small">
                        {baseline}: {formatShare(crashFreeBefore.part, crashFreeBefore.whole)}
                      </span>
                    </p>
                  )}
                </td>
                <td className="number wide-only muted">
                  <ShareOfCount {...crashFreeBefore} none="–" />
                </td>
                <td className="number">
                  <span className={compared.direction === 'less' ? 'bad' : 'muted'}>
                    {changeOf(crashFree, crashFreeBefore, compared)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function changeOf(now: ShareOfTotal, before: ShareOfTotal, { isClear }: Change): string {
  if (before.whole === 0) return 'new'
  if (isClear === undefined) return '–'
  if (!isClear) return 'no clear change'
  const points = (now.part / now.whole - before.part / before.whole) * 100
  if (Math.abs(points) < 0.05) return 'no change'
  return `${points < 0 ? 'down' : 'up'} ${formatAmount(Math.round(Math.abs(points) * 10) / 10)} pts`
}
