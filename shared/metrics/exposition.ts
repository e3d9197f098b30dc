/** The text format of Prometheus (version 0.0.4). */

type Labels = Readonly<Record<string, string | number>>;

/** One value of a metric; `suffix` for the parts of a histogram. */
export interface Sample {
  labels?: Labels;
  value: number;
  suffix?: '_bucket' | '_sum' | '_count';
}

export interface Metric {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  samples: readonly Sample[];
}

const escapeValue = (text: string): string =>
  text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

function writeLabels(labels: Labels = {}): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${escapeValue(String(value))}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

/** Writes metrics. One without samples is left out. */
export const writeMetrics = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(
          ({ labels, value, suffix = '' }) => `${name}${suffix}${writeLabels(labels)} ${value}`,
        ),
        '',
      ].join('\n'),
    )
    .join('');
