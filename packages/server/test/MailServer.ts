import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

/** A mail server that keeps what it takes, and refuses the addresses of `nobody`. */
export interface MailServer {
  /** The mails as they came, with their headers. */
  readonly taken: ReadonlyArray<string>
  /** The users and passwords that signed in. */
  readonly users: ReadonlyArray<string>
  /** The address with a user and a password. */
  readonly url: string
  /** Waits for the next mail. */
  readonly next: () => Promise<string>
  readonly stop: () => void
}

export const startMailServer = (): Promise<MailServer> => {
  const [taken, users]: [Array<string>, Array<string>] = [[], []]
  const waiting: Array<(mail: string) => void> = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ password, username }, _, done) => {
      users.push(`${username} ${password}`)
      done(null, { user: username })
    },
    onRcptTo: ({ address }, _, done) =>
      address.startsWith("nobody")
        ? done(Object.assign(new Error("No such user"), { responseCode: 550 }))
        : done(),
    onData: (stream, _, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const mail = Buffer.concat(chunks).toString("utf8")
        taken.push(mail)
        for (const tell of waiting.splice(0)) tell(mail)
        done()
      })
    }
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.server.address() as AddressInfo
      resolve({
        taken,
        users,
        url: `smtp://bob:secret@127.0.0.1:${port}`,
        next: () => new Promise((tell) => void waiting.push(tell)),
        stop: () => server.close()
      })
    })
  })
}
