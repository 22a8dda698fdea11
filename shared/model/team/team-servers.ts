/** The servers of a team's database: the first one, and those that may replace it. */
import { z } from '../values/zod.ts'

/** The most servers besides the first. The time limit for connecting is divided among all. */
export const mostFurtherServers = 4
export const longestHost = 253
const standardPort = 5_432

/** True if a text entered as a server's name is a path. */
export function isPath(host: string): boolean {
  return /[/\\]/.test(host)
}

// SECURITY: the driver reads a path as the folder of a local socket, which on Windows may be on another computer.
export const hostSchema = z.string().trim().min(1).max(longestHost).refine((host) => !isPath(host))
export const portSchema = z.int().min(1).max(65_535)

const teamServerSchema = z.object({ host: hostSchema, port: portSchema })
export type TeamServer = z.infer<typeof teamServerSchema>

/** The servers after the first, in the order of attempts. */
export const furtherServersSchema = z.array(teamServerSchema).max(mostFurtherServers).readonly()

interface Servers extends TeamServer {
  readonly furtherServers?: readonly TeamServer[] | undefined
}

/** All servers, in the order of attempts. */
export function serversOf({ host, port, furtherServers = [] }: Servers): readonly TeamServer[] {
  return [{ host, port }, ...furtherServers]
}

/** A server as typed and shown: `db2.example:5433`; an IPv6 address is in brackets. */
export function serverText({ host, port }: TeamServer): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Servers separated by commas or spaces; the default port is 5432. Null if one is invalid. */
export function serversIn(text: string): readonly TeamServer[] | null {
  if (text.length > mostFurtherServers * (longestHost + 10)) return null
  const servers = text.split(/[\s,;]+/).filter((part) => part !== '').map((part) => {
    const [, bracketed, name, port] = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(part) ?? []
    // An IPv6 address without a port needs no brackets.
    const host = bracketed ?? name ?? (part.split(':').length > 2 ? part : '')
    return { host, port: port === undefined ? standardPort : Number(port) }
  })
  const { data } = furtherServersSchema.safeParse(servers)
  return data ?? null
}
