import type { Command } from 'commander'
import { chunkerRegistry } from '../../chunking/index.js'
import type { CommandContext } from './context.js'
import { outputFlags } from './flags.js'

export function registerStrategies(program: Command, { output }: CommandContext): void {
  const command = program
    .command('strategies')
    .summary('list the chunking strategies')
    .description('Lists the chunking strategies with their aliases, defaults, options and uses.')
    .argument('[name]', 'show only this one')
    .addHelpText('after', '\nExample:\n  tessera strategies markdown')
    .action((name: string | undefined) => {
      const list = name === undefined ? chunkerRegistry.list() : [entry(name)]
      if (output.json) {
        output.document({ strategies: list.map((item) => ({ name: item.name, ...item.metadata })) })
        return
      }
      for (const { name: strategy, metadata } of list) {
        const { maxSize, overlap } = metadata.defaultConfig
        output.line(`${output.style('bold', strategy)} (${metadata.aliases.join(', ')})`)
        output.line(`  ${metadata.description}`)
        output.line(`  size ${maxSize}, overlap ${overlap}; options: ${metadata.supportedOptions.join(', ')}`)
        output.line(`  for: ${metadata.useCases.join(', ')}`)
      }
    })
  outputFlags(command)
}

function entry(name: string) {
  return { name: chunkerRegistry.resolve(name), metadata: chunkerRegistry.metadata(name) }
}
