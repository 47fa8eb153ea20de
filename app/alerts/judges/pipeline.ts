import {
  CANARY_LATE_AFTER_MS,
  getPipelineHealth,
  type HealthProblem,
  MAX_RECENT_EVENT_AGE_MS,
  MAX_REPORT_AGE_MS,
} from '../../../store/pipeline/get-pipeline-health.ts'
import { HOUR_MS, HOUR_NS, SECOND_NS } from '../../../store/time-units.ts'
import { type Ns, nsOfMs } from '../../../store/units.ts'
import { pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatDuration } from '../../format/duration.ts'
import { describeRefusal, describeRejection } from '../../format/pipeline-problem.ts'
import { shortCollectorName } from '../../format/short-collector-name.ts'
import type { Judge, Judgement, Observation } from '../judge.ts'
import { judgeEach, NOTHING_ABOUT, writeSubject } from './judge-rules.ts'

/** Judges the pipeline as `/status` does. Each problem of a Collector, an exporter or a drop rule is a subject. */
export const judgePipeline: Judge<'pipeline'> = async (store, { rules, slotsMs, canary }, signal) => {
  const judged = new Map<number, Judgement>()
  for (const slotMs of slotsMs) {
    const { problems } = await getPipelineHealth(store, { nowMs: slotMs, canary }, signal)
    const observations = problems.map(problem => observe(problem, slotMs))
    judged.set(slotMs, { outcome: 'judged', observations, fromMs: slotMs - HOUR_MS })
  }
  return judgeEach(
    { rules, slotsMs },
    (_, slotMs) => judged.get(slotMs) ?? { outcome: 'judged', observations: [], fromMs: slotMs - HOUR_MS },
  )
}

function observe(problem: HealthProblem, slotMs: number): Observation {
  const age = (atNs: Ns) => nsOfMs(slotMs) - atNs
  const write = (ns: Ns) => formatDuration((ns / SECOND_NS) * SECOND_NS)
  const general = { cause: '', isBreach: true, about: NOTHING_ABOUT }
  switch (problem.kind) {
    case 'late': {
      const lateNs = age(problem.newestNs ?? problem.sinceNs)
      const reason = problem.reason === undefined ? '' : `: ${describeRejection(problem.reason)}`
      return {
        ...general,
        ...(problem.app === undefined
          ? { subject: 'late', label: 'ingest' }
          : { subject: writeSubject('late', problem.app), label: `app ${problem.app}` }),
        ...{ value: Number(lateNs), threshold: CANARY_LATE_AFTER_MS * 1e6, unit: 'ns' },
        why: `nothing stored for ${write(lateNs)}${reason}`,
      }
    }
    case 'silent': {
      const since = problem.reportedNs === undefined ? undefined : age(problem.reportedNs)
      return {
        ...{ ...general, subject: 'silent', label: 'Collectors' },
        ...{
          value: since === undefined ? HOUR_MS * 1e6 : Number(since),
          threshold: MAX_REPORT_AGE_MS * 1e6,
          unit: 'ns',
        },
        why: `no Collector has reported ${since === undefined ? 'in the last hour' : `for ${write(since)}`}`,
      }
    }
    case 'stopped': {
      const { collector, host, reportedNs } = problem
      return {
        ...{ ...general, subject: writeSubject('stopped', collector), label: shortCollectorName(collector, host) },
        ...{ value: Number(age(reportedNs)), threshold: MAX_REPORT_AGE_MS * 1e6, unit: 'ns' },
        why: `has not reported for ${write(age(reportedNs))}, and none was started instead`,
      }
    }
    case 'passes':
    case 'uncounted':
      return {
        ...{ ...general, subject: writeSubject(problem.kind, problem.rule), label: formatDropRule(problem.rule) },
        ...{ value: 1, threshold: 1, unit: 'none' },
        why:
          problem.kind === 'passes'
            ? 'what it should drop is stored'
            : 'what it should drop is neither counted nor stored',
      }
    case 'refuses': {
      const reasons = describeRefusal(problem)
      return {
        ...{
          ...general,
          subject: writeSubject('refuses', problem.collector),
          label: shortCollectorName(problem.collector),
        },
        ...{ value: problem.items, threshold: 1, unit: 'count' },
        why: `refused ${pluralize(problem.items, 'item')} in the last two minutes${reasons && `: ${reasons}`}`,
      }
    }
    case 'filling': {
      const { collector, exporter, data, fullInNs } = problem
      return {
        ...{
          ...general,
          subject: writeSubject('filling', collector, exporter, data),
          label: shortCollectorName(collector),
        },
        ...{ value: Number(fullInNs), threshold: Number(HOUR_NS), unit: 'ns' },
        why: `its queue for ${data} to ${exporter} is full in ${write(fullInNs)} at this rate`,
      }
    }
    case 'stuck': {
      const { collector, exporter, data, nothingSentSinceNs } = problem
      const stuckNs = age(nothingSentSinceNs)
      return {
        ...{
          ...general,
          subject: writeSubject('stuck', collector, exporter, data),
          label: shortCollectorName(collector),
        },
        ...{ value: Number(stuckNs), threshold: MAX_RECENT_EVENT_AGE_MS * 1e6, unit: 'ns' },
        why: `has sent no ${data} to ${exporter} for ${write(stuckNs)}`,
      }
    }
  }
}
