/** Invites a colleague with a file that contains address, authorities and merchant profiles, but no secret. */
import { parseForeignJson } from '#shared/foreign-json.ts'
import type { CallAnswer } from '#shared/ipc/contract.ts'
import type { Failure } from '#shared/model/answers/failure.ts'
import { merchantKeyOf } from '#shared/model/profiles/merchant.ts'
import { profileDraftSchema, type ProfileDraft } from '#shared/model/profiles/profile.ts'
import { invitedAddressSchema } from '#shared/model/team/team-state.ts'
import { z } from '#shared/model/values/zod.ts'
import { failed, success, type Result } from '#shared/result.ts'
import { teamMerchantOf } from '#shared/team/team-merchant.ts'
import { audited, saveFile } from '../../maintenance/index.ts'
import type { Services } from '../../services.ts'
import type { Team } from '../team-port.ts'

const invitationSchema = z.object({
  format: z.literal('gateway-console-invitation'),
  version: z.literal(1),
  address: invitedAddressSchema,
  rehearsal: z.boolean(),
  profiles: z.array(z.unknown()).max(200),
})

/** Saves the invitation in a place that the person chooses. */
export async function invite(services: Services, team: Team): Promise<CallAnswer<'team.invite'>> {
  const member = team.membership()
  if (member === null) return failed({ code: 'no-team' })
  const address = invitedAddressSchema.parse(member.address)
  const { rehearsal } = member
  const ofTeam = services.profiles.list().filter((profile) => teamMerchantOf(profile, rehearsal) !== null)
  const profiles = ofTeam.map(invited)
  const text = `${JSON.stringify({ format: 'gateway-console-invitation', version: 1, address, rehearsal, profiles }, null, 2)}\n`
  const saved = await saveFile(services, { name: 'team-invitation.json', content: text })
  return saved.ok ? success({ ...saved.value, profiles: profiles.length }) : saved
}

/** Reads an invitation and adds its profiles. A person must confirm each profile before it sends anything. */
export async function acceptInvitation(services: Services): Promise<CallAnswer<'team.acceptInvitation'>> {
  const invitation = await chosenInvitation(services)
  if (!invitation.ok) return invitation
  const [added, known, refused]: [string[], string[], string[]] = [[], [], []]
  for (const profile of invitation.value.profiles) {
    const draft = profileDraftSchema.safeParse(profile).data
    if (draft === undefined) refused.push(nameIn(profile))
    else if (isHere(services, draft)) known.push(draft.name)
    else (await add(services, invited(draft), invitation.value.rehearsal) ? added : refused).push(draft.name)
  }
  return success({ address: invitation.value.address, added, known, refused })
}

/** SECURITY: a profile from a file is stored unsigned, so it sends nothing until a person has confirmed it. */
async function add(services: Services, draft: ProfileDraft, rehearsal: boolean): Promise<boolean> {
  const { profiles } = services
  const prepared = profiles.prepare({ id: null, draft })
  if (!prepared.ok || teamMerchantOf(prepared.value, rehearsal) === null) return false
  const line = { action: 'profile-made', subject: draft.name, detail: 'from an invitation' } as const
  return (await audited(services, line, () => profiles.keep(prepared.value, null))).ok
}

/** The parts of a profile that an invitation contains. Keys, limits and network routes belong to this desk alone. */
function invited(
  { name, environment, gateway, productWord, login, entryPoints, switches, authorities, timeZone }: ProfileDraft,
): ProfileDraft {
  const trusted = authorities === undefined ? {} : { authorities }
  return { name, environment, gateway, productWord, login, entryPoints, switches, timeZone, keyId: null, ...trusted }
}

function isHere({ profiles }: Pick<Services, 'profiles'>, draft: ProfileDraft): boolean {
  const merchantKey = merchantKeyOf(draft)
  return profiles.list().some((profile) =>
    profile.environment === draft.environment && merchantKeyOf(profile) === merchantKey)
}

/** Parses an invitation. Throws for any other text. */
export function readInvitation(text: string): z.infer<typeof invitationSchema> {
  return invitationSchema.parse(parseForeignJson(text))
}

async function chosenInvitation({ system }: Services): Promise<Result<z.infer<typeof invitationSchema>, Failure>> {
  try {
    const text = await system.chooseTextFile('Choose an invitation')
    return text === null ? failed({ code: 'cancelled' }) : success(readInvitation(text))
  } catch {
    // The file cannot be read or is no invitation; in both cases the person needs another file.
    return failed({ code: 'invitation-unreadable' })
  }
}

function nameIn(profile: unknown): string {
  const name: unknown = typeof profile === 'object' && profile !== null ? Reflect.get(profile, 'name') : null
  return typeof name === 'string' ? name.slice(0, 60) : ''
}
