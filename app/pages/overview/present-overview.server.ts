import type { OverviewSummary } from '../../parts/request-summary/summarize.server.ts'
import type { DescribedDeclines } from './describe-declines.server.ts'

/** What the overview shows of its counts. Where traffic is missing, requests come first: without them there are no errors to show. */
export function presentOverview(
  { exceptionChart, errorRateChart, requestChart, failedText, ...summary }: OverviewSummary,
  declines?: DescribedDeclines,
) {
  const charts = [
    { title: 'Exceptions', caption: undefined, chart: exceptionChart },
    { title: 'Error rate', caption: failedText, chart: errorRateChart },
    { title: 'Transactions', caption: undefined, chart: requestChart },
  ]
  return {
    ...summary,
    isTrafficMissing: declines !== undefined,
    charts: declines === undefined ? charts : charts.toReversed(),
    marks: requestChart.marks,
  }
}

export type PresentedOverview = ReturnType<typeof presentOverview>
