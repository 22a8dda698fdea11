import type { ProfileId } from '#shared/brands.ts'
import type { Profile, ProfileDraft } from '#shared/model/profile.ts'
import { failed, success } from '#shared/result.ts'
import type { ProfilesPort } from '../../../electron/profiles/port.ts'
export function openProfiles(o: { firstProfile: ProfileDraft; newId: () => ProfileId; filePath: string; keyEnvironment: unknown }): ProfilesPort {
  const list: Profile[] = [{ ...o.firstProfile, id: 'p-first' as ProfileId }]
  let active = list[0]!
  return {
    list: () => list, get: (id) => list.find((p) => p.id === id) ?? null, active: () => active,
    choose: (id) => { const p = list.find((x) => x.id === id); if (!p) return failed({ code: 'no-such-profile' }); active = p; return success(p) },
    save: ({ id, draft }) => { const p = { ...draft, id: id ?? o.newId() }; const i = list.findIndex((x) => x.id === p.id); if (i < 0) list.push(p); else list[i] = p; return success(p) },
    remove: (id) => { const i = list.findIndex((x) => x.id === id); list.splice(i, 1); return success(null) },
    warnings: () => [],
  }
}
