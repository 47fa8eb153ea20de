import { z } from 'zod'
import { nameAuthor } from '../../../store/accounts/name-author.ts'
import { listRecordedDeploys, type RecordedDeploy } from '../../../store/releases/list-recorded-deploys.ts'
import { recordDeploy } from '../../../store/releases/record-deploy.ts'
import type { Store } from '../../../store/store.ts'
import { DAY_MS, MINUTE_MS } from '../../../store/time-units.ts'
import { nsOfMs } from '../../../store/units.ts'
import { changeRateLimiterContext } from '../../data/settings.ts'
import { releasePath } from '../../url/page-paths.ts'
import { defineList } from '../define/define-list.ts'
import { defineOperation } from '../define/operation.ts'
import { scopeShape } from '../define/parameters.ts'
import { invalidBody, Problem } from '../define/problem.ts'
import { numberedPosition, page, positionAt, readPosition, time, writeTime } from '../define/values.ts'
import { authorOf, by } from './author-of.ts'

const tag = 'Releases'

export const deploy = z
  .object({
    id: z.string(),
    page,
    time: time.meta({ description: 'When it began.' }),
    service: z.string(),
    release: z.string(),
    environment: z.string().meta({ description: 'Empty if it was not told, which stands for every one.' }),
    revision: z.string().meta({ description: 'Of the source code, such as a commit.' }),
    url: z.string().meta({ description: 'Of the run that deployed it.' }),
    by: z.string(),
  })
  .meta({ id: 'Deploy' })

export const writeDeploy = ({ id, atNs, who, ...told }: RecordedDeploy): z.input<typeof deploy> => ({
  ...{ id, page: releasePath(told.release), time: writeTime(atNs) },
  ...{ service: told.service, release: told.release, environment: told.environment },
  ...{ revision: told.revision, url: told.url, by: who },
})

const { env, service, release } = scopeShape

export const listDeploysOperation = defineList({
  id: 'listDeploys',
  path: '/deploys',
  tag,
  summary: 'Lists the deploys that somebody told of, newest first',
  query: { env, service, release },
  item: deploy,
  position: numberedPosition,
  read: (asked, { query: { env: environment, service, release }, range, after, limit }) =>
    asked.ask(listRecordedDeploys, { range, service, release, environment, after: readPosition(after), limit }),
  positionOf: told => positionAt(told),
  write: writeDeploy,
})

const MAX_CHARS = { name: 1_024, url: 2_000 }
/** A clock may be ahead. */
const MAX_AHEAD_MS = 5 * MINUTE_MS
const MAX_AGE_DAYS = 30

export const recordDeployOperation = defineOperation({
  ...{ id: 'recordDeploy', method: 'POST', path: '/deploys', permission: 'triager', tag },
  summary: 'Tells of a deploy',
  description:
    'A release began with its first deploy, or with what was seen of it, if that was before. The same deploy with the same `at` may be told again.',
  params: z.object({}),
  query: z.strictObject({}),
  status: 201,
  body: z
    .strictObject({
      service: z.string().trim().min(1).max(MAX_CHARS.name).meta({ description: '`service.name`' }),
      release: z.string().trim().min(1).max(MAX_CHARS.name).meta({ description: '`service.version`' }),
      environment: z.string().trim().max(MAX_CHARS.name).default('').meta({
        description: '`deployment.environment.name`; without it, the deploy is one of every environment.',
      }),
      at: z.iso
        .datetime({ offset: true })
        .optional()
        .meta({ description: `When it began, at most ${MAX_AGE_DAYS} days ago; now without it.` }),
      revision: z.string().trim().max(MAX_CHARS.name).default('').meta({
        description: 'Of the source code, such as a commit.',
      }),
      url: z
        .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(MAX_CHARS.url)])
        .default('')
        .meta({ description: 'Of the run that deployed it, http or https.' }),
      by,
    })
    .meta({ id: 'NewDeploy' }),
  answer: deploy,
  async run(asked, { body: { at, by, ...told } }) {
    const who = authorOf(asked, by)
    const atMs = at === undefined ? asked.nowMs : Date.parse(at)
    if (atMs > asked.nowMs + MAX_AHEAD_MS || atMs < asked.nowMs - MAX_AGE_DAYS * DAY_MS)
      throw invalidBody('#/at', `A deploy is told within ${MAX_AGE_DAYS} days, and not ahead of it.`)
    const limiter = asked.context.get(changeRateLimiterContext)
    if (!limiter.allows(asked.limitKey, 1))
      throw new Problem('too-many-requests', 'Too many changes within an hour. Try again later.')
    const recorded = await asked.ask(recordAndName, { ...told, atNs: nsOfMs(atMs), who })
    limiter.spend(asked.limitKey, { batch: recorded.id, count: 1 })
    return writeDeploy(recorded)
  },
})

/** Without the signal of the request: a change is made even if the reader has left. */
async function recordAndName(store: Store, told: Parameters<typeof recordDeploy>[1]): Promise<RecordedDeploy> {
  return { ...told, id: await recordDeploy(store, told), who: nameAuthor(store, told.who) }
}
