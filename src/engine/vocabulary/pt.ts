import { ptNames } from './names/pt.ts';
import type { Vocabulary } from './vocabulary.ts';

export const pt: Vocabulary = {
  id: 'pt',
  stopWords: `a ao aos aquela aquele aquilo as assim até cada com como da das de dela dele depois deve devo do dos e ela elas ele eles em entre era essa essas esse esses esta estas este estes está estão eu faz fazer faço foi for há isso isto já
lhe lo mais mas me mesmo meu meus minha muito na nas nem no nos nossa nosso num numa não nós o onde os ou outra outras outro outros para pela pelas pelo pelos pode podem posso por porque porquê qual quais quando que quem quê se sem ser seu seus
sobre sua suas são só também te tem tenho ter têm toda todas todo todos tu tudo um uma umas uns usa usar uso utiliza utilizar vai você vocês à às é`,
  intents: {
    how: 'como (?:posso|podemos|se pode|devo|faço|fazer|eu|se)|como \\p{L}+(?:ar|er|ir)|é possível|posso|dá para|há (?:alguma )?(?:forma|maneira) de|existe (?:alguma )?(?:forma|maneira)|(?:qual|que) (?:comando|passos?)|quais (?:os|são os) passos',
    where:
      'onde|aonde|em (?:que|qual) (?:arquivo|ficheiro|módulo|classe|função|pasta|diretório|capítulo|página)|de onde|(?:qual|que|quais) (?:é o |é a )?(?:arquivo|ficheiro|módulo|pasta|classe|função|página|documento|capítulo)s?',
  },
  names: ptNames,
  workspace: {
    words:
      'projeto repositório biblioteca pacote aplicação aplicativo programa ferramenta código propósito objetivo resumo serve faz trata',
    demonstratives: 'este|esta|esse|essa|isto|isso',
    points: 'o|a',
  },
  orientation: {
    asking: 'mostre explique descreva encontra encontro fica ficam guarda tipo coisas serve melhor',
    read: 'ler leitura entender estudar abrir explorar',
    code: 'fonte código arquivo arquivos ficheiro função classe módulo módulos principais principal',
    parts: 'organizado organizada organização estruturado estrutura arquitetura dividido partes componentes módulos pacotes',
    entry: 'entrada',
    start: 'começa começar começo inicia início primeiro ponto main',
    folder: 'pasta pastas diretório diretórios contém conteúdo',
    changes: 'mudança mudanças mudou alterações novo novidades versão versões publicação adicionado corrigido trouxe traz',
    latest: 'última últimas último recente recentes recentemente novo novidades atual',
  },
  followUp: {
    begins: 'e|mas|ou|então|também|e quanto',
    points: 'ele|ela|eles|elas|isso|isto|aquilo|esse|essa|aquele|aquela|lá|ali|dele|dela|deles|delas',
  },
};
