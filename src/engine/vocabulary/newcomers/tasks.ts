/**
 * What people do with a project. Documents and manifests call it by a few English words, questions by many: `called` is how a heading calls it, and the
 * words of each language are those that a question asks with.
 */

export interface Task {
  readonly called: string;
  /** Parts of the names of its commands, separated by blanks; none if it is not done by a command. */
  readonly commands: string;
  /** By language, separated by blanks. */
  readonly words: Readonly<Record<string, string>>;
}

/** A question with words of several tasks is for the first: "run" says nothing beside "tests". */
export const tasks: readonly Task[] = [
  {
    called: 'run tests',
    commands: 'test spec check',
    words: {
      en: 'test tests testing tested spec specs suite suites',
      de: 'test tests testen teste testet testsuite',
      fr: 'test tests tester teste testé',
      es: 'test tests prueba pruebas probar pruebo testear',
      pt: 'test tests teste testes testar testo',
      ru: 'тест тесты тестов тестировать',
      zh: '测试 单元测试',
      ja: 'テスト',
    },
  },
  {
    called: 'lint',
    commands: 'lint check',
    words: {
      en: 'lint linter linters linting',
      de: 'lint linter linten',
      fr: 'lint linter',
      es: 'lint linter',
      pt: 'lint linter',
      ru: 'линтер',
      zh: 'lint',
      ja: 'lint',
    },
  },
  {
    called: 'format code',
    commands: 'format fmt prettier',
    words: {
      en: 'format formatting formatter formatted',
      de: 'formatiere formatieren formatiert formatierung',
      fr: 'formater formatage',
      es: 'formatear formateo',
      pt: 'formatar formatação',
      ru: 'форматировать форматирование',
      zh: '格式化',
      ja: 'フォーマット 整形',
    },
  },
  {
    called: 'build',
    commands: 'build compile make',
    words: {
      en: 'build building built builds compile compiled compiling compiles compilation',
      de: 'baue bauen baut build builden kompiliere kompilieren kompiliert übersetze gebaut',
      fr: 'build compiler compile compilation construire',
      es: 'build compilar compilo compila compilación construir construyo',
      pt: 'build compilar compilo compila compilação construir construo',
      ru: 'собрать сборка сборку скомпилировать компилировать собирается',
      zh: '构建 编译 打包',
      ja: 'ビルド コンパイル',
    },
  },
  {
    called: 'development setup',
    commands: 'install setup bootstrap clone sync deps',
    words: {
      en: 'hack hacking contribute contributing develop developing development environment setup prerequisites',
      de: 'entwickeln entwicklung entwicklungsumgebung mitarbeiten beitragen mitentwickeln',
      fr: 'développer développement contribuer environnement',
      es: 'desarrollar desarrollo contribuir entorno',
      pt: 'desenvolver desenvolvimento contribuir ambiente',
      ru: 'разработка разработки разработку внести',
      zh: '开发 开发环境 贡献',
      ja: '開発 開発環境 貢献',
    },
  },
  {
    called: 'configuration',
    commands: '',
    words: {
      en: 'configure configuring configured configuration config settings setting options customize customise',
      de: 'konfiguriere konfigurieren konfiguriert konfiguration einstellen einstellungen',
      fr: 'configurer configure configuration paramètres réglages',
      es: 'configurar configuro configuración ajustes opciones',
      pt: 'configurar configuro configuração opções',
      ru: 'настроить настройка настройки конфигурация',
      zh: '配置 设置',
      ja: '設定 構成',
    },
  },
  {
    called: 'install',
    commands: 'install add get',
    words: {
      en: 'install installing installed installation',
      de: 'installiere installieren installiert installation',
      fr: 'installer installe installation',
      es: 'instalar instalo instala instalación',
      pt: 'instalar instalo instala instalação',
      ru: 'установить установка установку',
      zh: '安装',
      ja: 'インストール',
    },
  },
  {
    called: 'run',
    commands: 'run start serve launch up',
    words: {
      en: 'run running start starting started deploy deployed deploying deployment launch launching serve server preview boot spin site website',
      de: 'starte starten startet ausführen laufen server',
      fr: 'lancer lance démarrer démarre exécuter exécute serveur',
      es: 'ejecutar ejecuto ejecuta arrancar arranco iniciar inicio lanzar servidor',
      pt: 'executar executo executa rodar rodo iniciar inicio subir servidor',
      ru: 'запустить запуск запускать запускается сервер',
      zh: '运行 启动 服务器',
      ja: '実行 起動 サーバー',
    },
  },
];

/** How a question begins that asks for a way to do something, as alternatives of a regular expression. */
export const asksForSteps: Readonly<Record<string, string>> = {
  en: 'how|(?:what|which) (?:command|commands|script|steps?|settings|options|parameters)|what do i (?:need|have) to|can (?:i|we|it)',
  de: 'wie|womit|welche[rnms]? befehle?',
  fr: 'comment|quelles? commandes?',
  es: 'cómo|como|(?:qué|cuál) (?:es el )?comando',
  pt: 'como|(?:que|qual) (?:é o )?comando',
  ru: 'как|какой командой',
  zh: '如何|怎么|怎样|什么命令|哪个命令',
  ja: 'どう|どの(?:よう|コマンド)|方法|手順|やり方|には',
};

/** Articles of what a user of the project makes: "How do I test a route?" asks for no task. */
export const indefiniteArticles: Readonly<Record<string, string>> = {
  en: 'an?',
  de: 'eine?[nmrs]?',
  fr: 'une?',
  es: 'una?',
  pt: 'uma?',
};

/** Words that begin a clause about the circumstances, which does not narrow a task down: "before committing". */
export const circumstances: Readonly<Record<string, string>> = {
  en: 'before|after|when|while|if|unless|so that|because',
  de: 'bevor|nachdem|wenn|falls|damit|weil',
  fr: 'avant|après|quand|lorsque|si|pour que',
  es: 'antes|después|cuando|si|para que',
  pt: 'antes|depois|quando|se|para que',
};
