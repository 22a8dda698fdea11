import { computed, reactive, ref } from 'vue'
import { isPath, longestHost, mostFurtherServers, serversIn, serverText } from '#shared/model/team/team-servers.ts'
import type { TeamAddress } from '#shared/model/team/team-state.ts'
import { useText } from '../../../i18n/index.ts'
import { useCertificates } from '../../shared/use-certificates.ts'

/** The address of a team's database as typed. */
export type AddressForm = { [Field in keyof TeamAddress]-?: string }
export type ServerAddress = Omit<TeamAddress, 'user' | 'clientCertificate'>

/** The longest name that PostgreSQL allows. */
const longestName = 63

const textOf = (servers: TeamAddress['furtherServers'] = []): string => servers.map(serverText).join(', ')

/** The form of an address. Problems are shown beside the fields once `read` or `readServer` was called. */
export function useAddressForm(start: Partial<TeamAddress> = {}) {
  const t = useText()
  const form = reactive<AddressForm>({
    host: start.host ?? '', port: String(start.port ?? 5_432), database: start.database ?? '', user: start.user ?? '',
    authorities: start.authorities ?? '', furtherServers: textOf(start.furtherServers),
    clientCertificate: start.clientCertificate ?? '',
  })
  const authorities = useCertificates(() => form.authorities)
  /** The fields whose problems are shown: none, all except the user, or all. */
  const checked = ref<'nothing' | 'server' | 'all'>('nothing')

  const wrong = computed(() => {
    return {
      host: hostProblem(form.host.trim()),
      port: /^\d{1,5}$/.test(form.port.trim()) && Number(form.port) >= 1 && Number(form.port) <= 65_535 ? '' : t('team.problem.port'),
      database: nameProblem(form.database, t('team.problem.database')),
      user: nameProblem(form.user, t('team.problem.user')),
      authorities: authoritiesProblem(),
      furtherServers: serversIn(form.furtherServers) === null ? t('team.problem.furtherServers', { most: mostFurtherServers }) : '',
    }
  })
  const problems = computed(() => ({
    host: shown(wrong.value.host), port: shown(wrong.value.port), database: shown(wrong.value.database),
    user: checked.value === 'all' ? wrong.value.user : '', authorities: shown(wrong.value.authorities),
    furtherServers: shown(wrong.value.furtherServers),
  }))

  const shown = (problem: string): string => (checked.value === 'nothing' ? '' : problem)

  function authoritiesProblem(): string {
    const problem = authorities.problem.value
    if (problem !== null) return t(`team.problem.authorities.${problem}`)
    return form.clientCertificate !== '' && form.authorities.trim() === '' ? t('team.problem.authorities.with-certificate') : ''
  }

  function hostProblem(host: string): string {
    if (host === '') return t('team.problem.host')
    if (isPath(host)) return t('team.problem.hostPath')
    return host.length > longestHost ? t('team.problem.hostLong') : ''
  }

  function nameProblem(name: string, missing: string): string {
    if (name.trim() === '') return missing
    return name.trim().length > longestName ? t('team.problem.nameLong') : ''
  }

  /** The address without a user; null while a field has a problem. */
  function readServer(): ServerAddress | null {
    if (checked.value === 'nothing') checked.value = 'server'
    const { host, port, database, authorities: listed } = wrong.value
    const further = serversIn(form.furtherServers)
    if (host !== '' || port !== '' || database !== '' || listed !== '' || further === null) return null
    return {
      host: form.host.trim(), port: Number(form.port), database: form.database.trim(),
      authorities: form.authorities.trim(), ...further.length > 0 && { furtherServers: further },
    }
  }

  /** The complete address; null while a field has a problem. */
  function read(): TeamAddress | null {
    checked.value = 'all'
    const server = readServer()
    if (server === null || wrong.value.user !== '') return null
    const { clientCertificate } = form
    return { ...server, user: form.user.trim(), ...clientCertificate !== '' && { clientCertificate } }
  }

  /** Fills in the address of an invitation; keeps the typed user. */
  function fill({ port, furtherServers, ...address }: ServerAddress): void {
    Object.assign(form, { ...address, port: String(port), furtherServers: textOf(furtherServers) })
    checked.value = 'nothing'
  }

  return { form, problems, authorities, read, readServer, fill }
}
