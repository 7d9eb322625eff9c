process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  process._rawDebug(`cpu ${user + system}`)
})
