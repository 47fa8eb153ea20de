import { z } from 'zod'
import { listAlertEvents } from '../../../store/alerts/list-alert-events.ts'
import { type AlertEvent, readEvent } from '../../alerts/event-content.ts'
import { findFiring } from '../../alerts/firing.ts'
import { alertsContext } from '../../alerts/run/alerts.server.ts'
import { endSilence, type KnownSilence, MAX_SILENCE_DAYS, type Silence } from '../../alerts/silence.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { SILENCE_FIELD_NAMES } from '../../url/alert-address.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation, type RunContext } from '../define/operation.ts'
import { choiceOf } from '../define/parameters.ts'
import { invalidBody, Problem } from '../define/problem.ts'
import { positionAt, positionNs, readPosition, time, writeTime, writeTimeOfMs } from '../define/values.ts'
import { authorOf, by } from './author-of.ts'

const tag = 'Alerts'

/** The settings of alerts are read by the store of the process, which no reader cancels. */
const readSettings = ({ context }: RunContext, maxAgeMs?: number) =>
  context.get(alertsContext).log.read(maxAgeMs === undefined ? {} : { maxAgeMs })

export const listRulesOperation = defineOperation({
  ...{ id: 'listAlertRules', method: 'GET', path: '/alerts/rules', permission: 'viewer', tag },
  summary: 'Lists alert rules by name',
  params: z.object({}),
  query: z.strictObject({}),
  answer: z
    .object({
      rules: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          kind: z.string(),
          is_enabled: z.boolean(),
          service: z.string().meta({ description: 'Empty for every one, as what follows.' }),
          environment: z.string(),
          release: z.string(),
          operation: z.string(),
          owner: z.string(),
          channels: z.array(z.string()).meta({ description: 'Names; none if nobody is told.' }),
          watch: z.record(z.string(), z.unknown()).meta({ description: 'What it watches, by its kind.' }),
          changed: time,
        }),
      ),
    })
    .meta({ id: 'AlertRules' }),
  async run(asked) {
    const { rules, channels, lockedChannels } = await readSettings(asked)
    const names = new Map([...channels, ...lockedChannels].map(({ id, name }) => [id, name]))
    return {
      rules: rules.map(rule => ({
        id: rule.id,
        name: rule.name,
        kind: rule.kind,
        is_enabled: rule.isEnabled,
        service: rule.service,
        environment: rule.environment,
        release: rule.release,
        operation: rule.operation,
        owner: rule.owner,
        channels: rule.channels.map(id => names.get(id) ?? id),
        watch: { ...rule.watch },
        changed: writeTimeOfMs(rule.sinceMs),
      })),
    }
  },
})

const eventFields = {
  id: z.string(),
  rule: z.string(),
  rule_name: z.string(),
  kind: z.string(),
  episode: z.string().meta({ description: 'Shared by all events from its beginning to its end.' }),
  began: time.nullable(),
  label: z.string().meta({ description: 'What it is about.' }),
  why: z.string(),
  value: z.number(),
  threshold: z.number(),
  unit: z.string(),
  service: z.string(),
  environment: z.string(),
  release: z.string(),
  operation: z.string(),
  issue: z.string().meta({ description: 'Empty if it is not about an issue.' }),
}

function writeEvent({ id, rule, episode, content }: AlertEvent) {
  const { ruleName, kind, beganMs, label, why, value, threshold, unit } = content
  const { service, environment, release, operation, issue } = content
  return {
    ...{ id, rule, rule_name: ruleName, kind, episode },
    began: beganMs === 0 ? null : writeTimeOfMs(beganMs),
    ...{ label, why, value, threshold, unit },
    ...{ service, environment, release, operation, issue },
  }
}

export const listEventsOperation = defineList({
  id: 'listAlertEvents',
  path: '/alerts/events',
  tag,
  summary: 'Lists what alert rules told, newest first',
  query: { rule: z.string().max(64).default('').meta({ description: 'Id of a rule; every one without it.' }) },
  item: z
    .object({
      ...eventFields,
      time,
      what: z.string().meta({ description: 'firing, resolved, reminder or flapping; more may come.' }),
    })
    .meta({ id: 'AlertEvent' }),
  position: z.tuple([positionNs, z.string().max(200)]),
  read: (asked, { query: { rule }, range, after, limit }) =>
    asked.ask(listAlertEvents, { range, rule, after: readPosition(after), limit }),
  positionOf: event => positionAt(event),
  write: stored => ({ ...writeEvent(readEvent(stored)), time: writeTime(stored.atNs), what: stored.what }),
})

export const listFiringOperation = defineOperation({
  ...{ id: 'listFiringAlerts', method: 'GET', path: '/alerts/firing', permission: 'viewer', tag },
  summary: 'Lists what fires now, newest first',
  description:
    'Episodes that have not ended. What happens once, such as a new issue, has no end: it is among the events.',
  params: z.object({}),
  query: z.strictObject({}),
  answer: z
    .object({
      episodes: z.array(
        z.object({ ...eventFields, fired: time.meta({ description: 'When it had lasted long enough.' }) }),
      ),
    })
    .meta({ id: 'FiringAlerts' }),
  async run(asked) {
    // Read by the process for all, which no reader cancels.
    const { lasting } = findFiring(await asked.context.get(alertsContext).readEvents(), asked.nowMs)
    return { episodes: lasting.map(event => ({ ...writeEvent(event), fired: writeTime(event.atNs) })) }
  },
})

const matcher = z.string().trim().max(300).default('')
const matchers = {
  rule: matcher.meta({ description: 'Id of a rule; empty for every one, likewise what follows.' }),
  service: matcher,
  environment: matcher,
  release: matcher,
  operation: matcher,
  issue: matcher,
}

const silence = z
  .object({
    id: z.string(),
    ...{ rule: z.string(), service: z.string(), environment: z.string() },
    ...{ release: z.string(), operation: z.string(), issue: z.string() },
    from: time,
    until: time,
    is_active: z.boolean(),
    why: z.string(),
  })
  .meta({ id: 'Silence' })

const writeSilence = ({ fromMs, untilMs, ...others }: KnownSilence, nowMs: number): z.input<typeof silence> => ({
  ...others,
  from: writeTimeOfMs(fromMs),
  until: writeTimeOfMs(untilMs),
  is_active: fromMs <= nowMs && nowMs < untilMs,
})

export const listSilencesOperation = defineOperation({
  ...{ id: 'listSilences', method: 'GET', path: '/silences', permission: 'viewer', tag },
  summary: 'Lists silences, those that last longest first',
  params: z.object({}),
  query: z.strictObject({ state: choiceOf(['active', 'all'], '`all` has ended ones too.') }),
  answer: z.object({ silences: z.array(silence) }).meta({ id: 'Silences' }),
  async run(asked, { query: { state } }) {
    const { silences } = await readSettings(asked)
    const shown = silences.filter(({ untilMs }) => state === 'all' || untilMs > asked.nowMs)
    return { silences: shown.map(of => writeSilence(of, asked.nowMs)) }
  },
})

const MAX_MINUTES = MAX_SILENCE_DAYS * 24 * 60

export const makeSilenceOperation = defineOperation({
  ...{ id: 'makeSilence', method: 'POST', path: '/silences', permission: 'triager', tag },
  summary: 'Makes a silence: what meets all that it names is not sent while it lasts',
  params: z.object({}),
  query: z.strictObject({}),
  status: 201,
  body: z
    .strictObject({
      ...matchers,
      minutes: z
        .number()
        .int()
        .min(1)
        .max(MAX_MINUTES)
        .meta({ description: `How long, from now; at most ${MAX_SILENCE_DAYS} days.` }),
      why: z.string().trim().max(300).default(''),
      by,
    })
    .meta({ id: 'NewSilence' }),
  answer: silence,
  async run(asked, { body: { minutes, why, by, ...matching } }) {
    if (SILENCE_FIELD_NAMES.every(name => matching[name] === '')) {
      throw invalidBody(
        '#',
        `Name at least one of ${SILENCE_FIELD_NAMES.join(', ')}: a silence of everything is not made by mistake.`,
      )
    }
    const made = { ...matching, why, fromMs: asked.nowMs, untilMs: asked.nowMs + minutes * 60_000 }
    const id = await saveSilence(asked, by, made)
    return writeSilence({ ...made, id }, asked.nowMs)
  },
})

export const endSilenceOperation = defineOperation({
  ...{ id: 'endSilence', method: 'POST', path: '/silences/{silence}/end', permission: 'triager', tag },
  summary: 'Ends a silence now',
  description: 'One that has ended is answered as it is.',
  params: z.object({ silence: z.string().meta({ description: 'Id of the silence.' }) }),
  query: z.strictObject({}),
  body: z.strictObject({ by }).meta({ id: 'EndSilence' }),
  answer: silence,
  async run(asked, { params, body }) {
    const { silences } = await readSettings(asked, 0)
    const found = silences.find(({ id }) => id === params.silence)
    if (found === undefined) throw new Problem('not-found', 'There is no such silence.')
    if (found.untilMs <= asked.nowMs) return writeSilence(found, asked.nowMs)
    const { id, ...silence } = found
    const ended = endSilence(silence, asked.nowMs)
    await saveSilence(asked, body.by, ended, id)
    return writeSilence({ ...ended, id }, asked.nowMs)
  },
})

/** Counted like changes of issues, so that no program can fill the log. */
async function saveSilence(asked: RunContext, by: string | undefined, value: Silence, id?: string) {
  const who = authorOf(asked, by)
  const limiter = asked.context.get(changeRateLimiterContext)
  if (!limiter.allows(asked.limitKey, 1)) {
    throw new Problem('too-many-requests', 'Too many changes within an hour. Try again later.')
  }
  const saved = await asked.context
    .get(alertsContext)
    .log.save(who, { what: 'silence', value }, id === undefined ? {} : { id })
  limiter.spend(asked.limitKey, { batch: saved, count: 1 })
  return saved
}
