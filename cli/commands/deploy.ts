import { defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { readUserName } from '../define/user-name.ts'
import { momentOf } from '../output/values.ts'

export const deploy = defineCommand({
  ...{ name: 'deploy', takes: 'SERVICE RELEASE', count: [2, 2] },
  summary: 'Tells Errata of a deploy: it is shown with the release, which begins with it.',
  options: {
    env: { value: 'NAME', description: '`deployment.environment.name`; every one without it.' },
    revision: { value: 'REVISION', description: 'Of the source code, such as a commit.' },
    link: { value: 'URL', description: 'Of the run that deploys it.' },
    at: { value: 'TIME', description: 'When it began, ISO 8601; now without it.' },
    by: { value: 'NAME', description: 'Who deploys it, where nobody signs in.' },
  },
  examples: [['deploy shop 2.4.2 --env production --revision 4fc5f13', 'In a deploy script.']],
  async run({ api, output }, [service = '', release = ''], { env = '', revision = '', link = '', at, by }) {
    const told = await api.ask('recordDeploy', {
      ...{ service, release, environment: env, revision, url: link, by: by ?? readUserName() },
      ...(at !== undefined && { at }),
    })
    if (output.isJson) output.json(told)
    else output.lines(`${told.service} ${told.release} deployed ${momentOf(told.time)} by ${told.by}`)
    return DONE
  },
})
